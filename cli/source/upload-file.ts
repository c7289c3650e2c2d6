import { stat } from 'node:fs/promises'
import { createClient } from '@/lib/api/client'
import { receiveUpload, signUpload } from '@/lib/uploads/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { sendFile } from './send-file'
import type { Source } from './source'

const OWN_TARGET = /^\/v1\/uploads\/([^/]+)$/

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (cause) {
    throw new Failure('file_unreadable', `${path} can not be read.`, { cause })
  }
}

/**
 * Sends a file to the server, or to the store that the server names, and gives its object path. The signed address names
 * the server as its operator knows it; it may be reached under another name here.
 */
export async function uploadFile(
  context: Context,
  { path, name }: Extract<Source, { kind: 'file' }>,
  onProgress: (share: number) => void,
): Promise<string> {
  const size = await sizeOf(path)
  const contentType = 'application/octet-stream'
  const { body: target } = await context.call(signUpload, { body: { filename: name, content_type: contentType } })
  const url = new URL(target.upload_url)
  const send = sendFile({ path, size }, onProgress)
  const [, id] = OWN_TARGET.exec(url.pathname.slice(new URL(context.baseUrl).pathname.replace(/\/$/, '').length)) ?? []
  const [expires, signature] = [url.searchParams.get('expires'), url.searchParams.get('signature')]
  if (id !== undefined && expires !== null && signature !== null) {
    const put = createClient({ baseUrl: context.baseUrl, fetch: send })
    const request = { params: { upload_id: decodeURIComponent(id) }, query: { expires, signature } }
    await put(receiveUpload, request, { signal: context.signal })
    return target.object_path
  }
  const response = await send(url, { method: 'PUT', signal: context.signal, headers: { 'content-type': contentType } })
  if (!response.ok) throw new Error(`The store answered ${response.status} to the upload. Try again.`)
  return target.object_path
}
