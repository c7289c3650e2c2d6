import { createReadStream } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { userAgent } from '../connection/user-agent'

type File = { path: string; size: number }

/** Tells how much has gone through, as a share of the whole. */
function counter(size: number, onProgress: (share: number) => void): Transform {
  let sent = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      sent += chunk.length
      onProgress(size > 0 ? sent / size : 1)
      done(null, chunk)
    },
  })
}

function toResponse(message: http.IncomingMessage): Response {
  const status = message.statusCode ?? 500
  const headers = Object.entries(message.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const body = status === 204 ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>)
  return new Response(body, { status, headers })
}

/**
 * A `fetch` that sends a file as the body, streaming from the disk, and tells how much of it has gone (0 to 1). The built-in
 * one sends streams without their length, which stores of files refuse, and tells no progress. A server that answers before
 * it has read everything is heard.
 */
export function sendFile({ path, size }: File, onProgress: (share: number) => void): typeof fetch {
  return (address, init = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(address instanceof Request ? address.url : address)
      const headers: Record<string, string> = { 'user-agent': userAgent(), 'content-length': String(size) }
      new Headers(init.headers).forEach((value, name) => {
        headers[name] = value
      })
      const options = { method: init.method ?? 'PUT', headers, ...(init.signal ? { signal: init.signal } : {}) }
      const request = (url.protocol === 'https:' ? https : http).request(url, options)
      request.once('response', (message) => resolve(toResponse(message)))
      request.once('error', reject)
      // A failed read ends the request with its error, which is told above.
      pipeline(createReadStream(path), counter(size, onProgress), request).catch(reject)
    })
}
