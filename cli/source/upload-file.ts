import { openAsBlob } from 'node:fs'
import { createClient } from '@/lib/api/client'
import { receiveUpload, signUpload } from '@/lib/uploads/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { sendWithProgress } from './send-with-progress'
import type { Source } from './source'

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch (cause) {
    throw new Failure('file_unreadable', `${path} can not be read.`, { cause })
  }
}

/** The signed address names the server as its operator knows it; it may be reached under another name here. */
function targetOf(uploadUrl: string) {
  const { pathname, searchParams } = new URL(uploadUrl)
  return {
    params: { upload_id: decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)) },
    query: { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' },
  }
}

/** Sends a file to the server and gives its object path; `onProgress` is told how much of it has gone, 0 to 1. */
export async function uploadFile(
  { call, baseUrl, signal }: Context,
  { path, name }: Extract<Source, { kind: 'file' }>,
  onProgress: (share: number) => void,
): Promise<string> {
  const file = await openFile(path)
  const { body: target } = await call(signUpload, {
    body: { filename: name, content_type: 'application/octet-stream' },
  })
  const send: typeof fetch = (address) =>
    sendWithProgress(String(address), { method: 'PUT', headers: {}, body: file, signal }, (bytes) =>
      onProgress(bytes / file.size),
    )
  await createClient({ baseUrl, fetch: send })(receiveUpload, targetOf(target.upload_url), { signal })
  return target.object_path
}
