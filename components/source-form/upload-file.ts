import { ApiError, createClient } from '@/lib/api/client'
import type { SendBody } from '@/lib/api/upload/send-file'
import { sendFile } from '@/lib/api/upload/send-file'
import { type SignResponse, signUpload } from '@/lib/uploads/contract'
import { findUnfinished, rememberUpload, removeUnfinishedUpload } from './unfinished-uploads'
import { words } from './words'

export type Sending = {
  /** How much of the file has arrived, 0 to 1. */
  share: number
  /** The connection is lost; the upload resumes when it is back. */
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
    // A refused upload can't be resumed; one that lost its connection can.
    if (error instanceof ApiError && error.problem.status !== 0 && !error.problem.retryable)
      removeUnfinishedUpload(resumableUrl)
    throw error
  }
}

async function signNew(file: File, signal: AbortSignal): Promise<SignResponse> {
  const body = {
    filename: file.name,
    content_type: 'application/octet-stream',
    size_bytes: file.size || null,
  }
  const { body: target } = await createClient()(signUpload, { body }, { signal })
  return target
}

/** Sends an empty file in one request. The server then says what is wrong with it. */
async function sendEmpty(target: SignResponse, body: Blob, signal: AbortSignal): Promise<string> {
  const request = { method: 'PUT', headers: target.upload_headers, body, signal } as const
  await sendWithProgress(target.upload_url, request, () => undefined)
  return target.object_path
}

/**
 * Uploads a file and returns its object path. Waits for a lost connection; resumes an upload that was begun before a reload.
 * Throws `ApiError` when the server refuses the file, and the signal's `AbortError` when the upload is cancelled.
 */
export async function uploadFile(file: File, options: Options): Promise<string> {
  const begun = findUnfinished(file)
  if (begun) {
    try {
      return await send(begun.resumableUrl, file, options)
    } catch (error) {
      // The signed address has expired, or the upload was removed: begin again.
      if (!(error instanceof ApiError) || ![401, 410].includes(error.problem.status)) throw error
    }
  }
  const target = await signNew(file, options.signal)
  if (target.resumable_url === null) return sendEmpty(target, file, options.signal)
  rememberUpload(file, target)
  return send(target.resumable_url, file, options)
}

/**
 * Sends bytes and reports how many have been sent, which browsers do only for XMLHttpRequest. A file is streamed from the disk
 * and never is in memory as a whole.
 */
const sendWithProgress: SendBody = (address, { method, headers, body, signal }, onSent) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onerror = () => reject(new TypeError(words.lost))
    request.onabort = () => reject(new DOMException(undefined, 'AbortError'))
    request.onload = () => {
      const answered = new Headers()
      const requestId = request.getResponseHeader('x-request-id')
      if (requestId) answered.set('x-request-id', requestId)
      resolve(new Response(request.responseText || null, { status: request.status, headers: answered }))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    // A browser would send the type of a slice, but S3 has signed the parts without one.
    request.send(body.type === '' ? body : body.slice(0, body.size, ''))
  })

const FIRST_MS = 500
const LONGEST_MS = 15_000

/**
 * Waits before the next attempt: longer after each failure, and until the browser is online again. Rejects with the signal's
 * reason.
 */
function waitForConnection(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => navigator.onLine && resolve(), Math.min(FIRST_MS * 2 ** failures, LONGEST_MS))
    window.addEventListener('online', () => resolve(), { once: true, signal })
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
