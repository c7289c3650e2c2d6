import http from 'node:http'
import https from 'node:https'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { userAgent } from '../connection/user-agent'

type Sending = { method: 'PUT' | 'PATCH'; headers: Record<string, string>; body: Blob; signal: AbortSignal }

/** Tells how many bytes have gone through. */
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
 * Sends bytes, which stream from the disk, and tells how many have gone. The built-in `fetch` sends streams without their
 * length, which stores of files refuse, and tells no progress. A server that answers before it has read everything is
 * heard. Rejects with a `TypeError` when the connection breaks, as `fetch` does.
 */
export function sendWithProgress(
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
