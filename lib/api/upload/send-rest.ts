import { ApiError } from '@/lib/api/client'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import type { UploadProgress } from '@/lib/uploads/contract'

/** Sends bytes to an address, telling how many have gone. Rejects with a `TypeError` when the connection breaks, as `fetch` does. */
export type SendBody = (
  address: string,
  request: { method: 'PUT' | 'PATCH'; headers: Record<string, string>; body: Blob; signal: AbortSignal },
  onSent: (bytes: number) => void,
) => Promise<Response>

type Rest = { address: string; signal: AbortSignal; onProgress: (share: number) => void; sendBody: SendBody }

/** A part that the bucket did not take: its address has run out, or the bucket is busy. The next ones are asked for. */
const PART_REFUSED = 'The store did not take a part of the file.'

async function refusal(response: Response): Promise<Error> {
  const problem = problemSchema.safeParse(await response.json().catch(() => null))
  return problem.success ? new ApiError(problem.data) : new TypeError(`The server answered ${response.status}.`)
}

/** Sends the missing bytes of a file: in one request for the offset protocol, otherwise as the next parts. */
export async function sendRest(progress: UploadProgress, file: Blob, rest: Rest): Promise<void> {
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
