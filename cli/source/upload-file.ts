import { openAsBlob } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@/cli/context'
import { Failure } from '@/cli/failure/failure'
import { sendFile } from '@/lib/api/upload/send-file'
import { signUpload } from '@/lib/uploads/contract'
import { userAgent } from '../connection/with-form'
import type { Source } from './find-source'

const MAX_PAUSE_MS = 10_000

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch (cause) {
    throw new Failure('file_unreadable', `${path} can't be read.`, { cause })
  }
}

/** Sends an empty file, which can't be sent in parts, for the server's problem with it. */
async function sendEmpty(address: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
  const response = await sendWithProgress(address, { method: 'PUT', headers, body: new Blob(), signal }, () => {})
  await response.body?.cancel()
}

/**
 * Sends a file to the server, or to the store it names, and returns its object path; a connection that breaks is waited
 * for. `onProgress` is called with the part that has been sent, 0 to 1.
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

type Sending = { method: 'PUT' | 'PATCH'; headers: Record<string, string>; body: Blob; signal: AbortSignal }

/** Reports how many bytes were sent. */
function counter(onSent: (bytes: number) => void): Transform {
  let sent = 0
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      sent += chunk.length
      onSent(sent)
      done(null, chunk)
    },
  })
}

function toResponse(message: http.IncomingMessage): Response {
  const status = message.statusCode ?? 500
  const headers = Object.entries(message.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  if (status === 204) message.resume()
  const body = status === 204 ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>)
  return new Response(body, { status, headers })
}

/**
 * Sends bytes, streamed from the disk, and reports progress. The built-in `fetch` sends streams without their length,
 * which object stores refuse, and reports no progress. Also accepts a response that arrives before the whole body was
 * sent. Rejects with a `TypeError` when the connection breaks, as `fetch` does.
 */
function sendWithProgress(
  address: string,
  { method, headers, body, signal }: Sending,
  onSent: (bytes: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const url = new URL(address)
    const given = { ...headers, 'user-agent': userAgent(), 'content-length': String(body.size) }
    const request = (url.protocol === 'https:' ? https : http).request(url, { method, headers: given, signal })
    const fail = (cause: unknown) => {
      const message = 'The connection was lost while sending the file.'
      reject(signal.aborted ? signal.reason : new TypeError(message, { cause }))
    }
    request.once('response', (message) => resolve(toResponse(message)))
    request.once('error', fail)
    pipeline(Readable.from(body.stream()), counter(onSent), request).catch(fail)
  })
}
