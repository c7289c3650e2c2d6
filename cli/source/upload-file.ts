import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendFile } from '@/lib/api/upload/send-file'
import { signUpload } from '@/lib/uploads/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { sendWithProgress } from './send-with-progress'
import type { Source } from './source'

const MAX_PAUSE_MS = 10_000

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch (cause) {
    throw new Failure('file_unreadable', `${path} can not be read.`, { cause })
  }
}

/** A file of no bytes has nothing to send in several goes. What is wrong with it the server says of the file itself. */
async function sendEmpty(address: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
  const response = await sendWithProgress(address, { method: 'PUT', headers, body: new Blob(), signal }, () => {})
  await response.body?.cancel()
}

/**
 * Sends a file to the server, or to the store it names, and gives its object path; a connection that breaks is waited for.
 * `onProgress` is told how much of it has gone, 0 to 1.
 */
export async function uploadFile(
  { call, baseUrl, signal }: Context,
  { path, name }: Extract<Source, { kind: 'file' }>,
  onProgress: (share: number) => void,
): Promise<string> {
  const file = await openFile(path)
  const body = { filename: name, content_type: 'application/octet-stream', size_bytes: file.size || null }
  const { body: target } = await call(signUpload, { body })
  if (target.resumable_url === null) {
    await sendEmpty(target.upload_url, target.upload_headers, signal)
    return target.object_path
  }
  return sendFile(target.resumable_url, file, {
    baseUrl,
    signal,
    onProgress,
    sendBody: sendWithProgress,
    pause: (failures) => sleep(Math.min(MAX_PAUSE_MS, 500 * 2 ** failures), undefined, { signal }),
  })
}
