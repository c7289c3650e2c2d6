import { ApiError, createClient } from '@/lib/api/client'
import { sendFile } from '@/lib/api/upload/send-file'
import { type SignResponse, signUpload } from '@/lib/uploads/contract'
import { sendWithProgress } from './send-with-progress'
import { findUnfinished, rememberUpload, removeUnfinishedUpload } from './unfinished-uploads'
import { waitForConnection } from './wait-for-connection'

export type Sending = {
  /** How much of the file has arrived, 0 to 1. */
  share: number
  /** The connection is gone; it goes on when it is back. */
  waiting: boolean
}

type Options = { signal: AbortSignal; onProgress: (sending: Sending) => void }

async function send(resumableUrl: string, file: File, { signal, onProgress }: Options): Promise<string> {
  let share = 0
  try {
    const path = await sendFile(resumableUrl, file, {
      signal,
      sendBody: sendWithProgress,
      onProgress: (arrived) => {
        share = arrived
        onProgress({ share, waiting: false })
      },
      pause: (failures, stopped) => {
        onProgress({ share, waiting: true })
        return waitForConnection(failures, stopped)
      },
    })
    removeUnfinishedUpload(resumableUrl)
    return path
  } catch (error) {
    // What the server refuses stays refused; what could not be reached may go on later.
    if (error instanceof ApiError && error.problem.status !== 0 && !error.problem.retryable)
      removeUnfinishedUpload(resumableUrl)
    throw error
  }
}

async function signNew(file: File, signal: AbortSignal): Promise<SignResponse> {
  const body = {
    filename: file.name,
    content_type: file.type || 'application/octet-stream',
    size_bytes: file.size || null,
  }
  const { body: target } = await createClient()(signUpload, { body }, { signal })
  return target
}

/** A file of no bytes has nothing to send in several goes. What is wrong with it the server says of the file itself. */
async function sendEmpty(target: SignResponse, body: Blob, signal: AbortSignal): Promise<string> {
  const request = { method: 'PUT', headers: target.upload_headers, body, signal } as const
  await sendWithProgress(target.upload_url, request, () => undefined)
  return target.object_path
}

/**
 * Sends a file to the server and gives its object path. A connection that breaks is waited for; a file that was begun
 * before a reload goes on where it was. Throws `ApiError` when the server refuses it, and the signal's `AbortError` when it
 * is cancelled.
 */
export async function uploadFile(file: File, options: Options): Promise<string> {
  const begun = findUnfinished(file)
  if (begun) {
    try {
      return await send(begun.resumableUrl, file, options)
    } catch (error) {
      // Its address has run out, or it was removed: it begins anew.
      if (!(error instanceof ApiError) || ![401, 410].includes(error.problem.status)) throw error
    }
  }
  const target = await signNew(file, options.signal)
  if (target.resumable_url === null) return sendEmpty(target, file, options.signal)
  rememberUpload(file, target)
  return send(target.resumable_url, file, options)
}
