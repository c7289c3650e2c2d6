import { ApiError, createClient } from '@/lib/api/client'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { readUploadProgress, type UploadProgress } from '@/lib/uploads/contract'

/** Sends bytes to an address, telling how many have gone. Rejects with a `TypeError` when the connection breaks, as `fetch` does. */
export type SendBody = (
  address: string,
  request: { method: 'PUT' | 'PATCH'; headers: Record<string, string>; body: Blob; signal: AbortSignal },
  onSent: (bytes: number) => void,
) => Promise<Response>

export type SendFileOptions = {
  /** The server's address; empty in a browser: the page's own origin. */
  baseUrl?: string
  signal: AbortSignal
  /** How much of the file has arrived, 0 to 1. */
  onProgress: (share: number) => void
  /** Waits before the next attempt, longer after each that sent nothing, and while there is no connection. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>
  sendBody: SendBody
}

/** A part that the bucket did not take: its address has run out, or the bucket is busy. The next ones are asked for. */
const PART_REFUSED = 'The store did not take a part of the file.'

async function refusal(response: Response): Promise<Error> {
  const problem = problemSchema.safeParse(await response.json().catch(() => null))
  return problem.success ? new ApiError(problem.data) : new TypeError(`The server answered ${response.status}.`)
}

/** Sends the missing bytes of a file: in one request for the offset protocol, otherwise as the next parts. */
async function sendRest(
  progress: UploadProgress,
  file: Blob,
  rest: SendFileOptions & { address: string },
): Promise<void> {
  const { size_bytes: size, received_bytes: received, parts } = progress
  const { address, signal, onProgress, sendBody } = rest
  if (progress.protocol === 'offset') {
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': String(received),
    }
    const request = { method: 'PATCH', headers, body: file.slice(received), signal } as const
    const response = await sendBody(address, request, (bytes) => onProgress((received + bytes) / size))
    if (!response.ok) throw await refusal(response)
    return
  }
  let done = received
  for (const { url, offset, size_bytes } of parts) {
    const request = { method: 'PUT', headers: {}, body: file.slice(offset, offset + size_bytes), signal } as const
    const response = await sendBody(url, request, (bytes) => onProgress((done + bytes) / size))
    if (!response.ok) throw new TypeError(PART_REFUSED)
    done += size_bytes
  }
}

/** The number of failures in a row after which an upload is stopped. */
const MAX_FAILURES = 30

/** Whether another attempt may help: no connection, a busy server, or another offset than expected. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError
  const { status, code } = error.problem
  return status === 0 || status === 429 || status >= 500 || code === 'upload_incomplete'
}

/** The address's parameters, as the operations take them. */
function targetOf(resumableUrl: string, baseUrl: string) {
  const { pathname, searchParams } = new URL(resumableUrl, baseUrl || 'http://localhost')
  return {
    params: { upload_id: pathname.split('/').at(-2) ?? '' },
    query: { expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' },
  }
}

/**
 * Sends a file to its `resumable_url` in as many requests as it takes, continuing where an earlier one stopped, and
 * returns its object path. Throws `ApiError` when the server refuses it or can't be reached again and again, and the
 * signal's reason.
 */
export async function sendFile(resumableUrl: string, file: Blob, options: SendFileOptions): Promise<string> {
  const { baseUrl = '', signal, onProgress, pause } = options
  const [call, target] = [createClient({ baseUrl }), targetOf(resumableUrl, baseUrl)]
  let [failures, reached] = [0, -1]
  for (;;) {
    try {
      const { body: progress }: { body: UploadProgress } = await call(readUploadProgress, target, { signal })
      onProgress(progress.received_bytes / progress.size_bytes)
      if (progress.received_bytes > reached) failures = 0
      reached = progress.received_bytes
      if (progress.complete) return progress.object_path
      await sendRest(progress, file, { ...options, address: `${baseUrl}${pathOf(resumableUrl, baseUrl)}` })
    } catch (error) {
      signal.throwIfAborted()
      if (!mayPass(error) || failures >= MAX_FAILURES) throw error
      await pause(failures++, signal)
    }
  }
}

/** The signed address names the server as its operator knows it; it may have been reached under another name. */
function pathOf(url: string, baseUrl: string): string {
  const { pathname, search } = new URL(url, baseUrl || 'http://localhost')
  return pathname + search
}
