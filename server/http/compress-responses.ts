import type http from 'node:http'
import { log } from '@/lib/core/log'
import { acceptedEncoding, compress, type Encoding } from './accepted-encoding'

/** A smaller response is sent as it is: it fits into a packet anyway. */
const LEAST_BYTES = 4096

const COMPRESSIBLE = /^(?:application\/(?:[\w.-]+\+)?(?:json|xml)|text\/(?!event-stream))/i

type Head = { status: number; headers: http.OutgoingHttpHeaders }

function headerOf(headers: http.OutgoingHttpHeaders, wanted: string): string {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === wanted)
  return name === undefined ? '' : String(headers[name])
}

function isWorthIt({ status, headers }: Head): boolean {
  const isWhole = status !== 206 && status !== 304 && headerOf(headers, 'content-encoding') === ''
  return isWhole && COMPRESSIBLE.test(headerOf(headers, 'content-type'))
}

/** The headers of the compressed form of an answer. A tag that holds to the byte becomes a weak one (RFC 9110 §8.8.3). */
function codedHeaders(headers: http.OutgoingHttpHeaders, encoding: Encoding, length: number): http.OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !/^(?:content-(?:length|encoding)|vary|etag)$/i.test(name))
  const etag = headerOf(headers, 'etag')
  const vary = [headerOf(headers, 'vary'), 'accept-encoding'].filter(Boolean).join(', ')
  return {
    vary,
    'content-encoding': encoding,
    'content-length': length,
    ...Object.fromEntries(kept),
    ...(etag && { etag: etag.startsWith('W/') ? etag : `W/${etag}` }),
  }
}

/**
 * Compresses a large response that is sent with one call. Streamed responses (events, files) pass unchanged and
 * undelayed: the head waits only for the first chunk of the body.
 */
function holdHead(response: http.ServerResponse, encoding: 'gzip' | 'br'): void {
  const writeHead = response.writeHead.bind(response)
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  let held: Head | null = null
  const letGo = () => {
    Object.assign(response, { writeHead, write, end, flushHeaders: Object.getPrototypeOf(response).flushHeaders })
    if (held) writeHead(held.status, held.headers)
  }
  Object.assign(response, {
    writeHead: (status: number, headers: http.OutgoingHttpHeaders = {}) => {
      held = { status, headers }
      if (!isWorthIt(held)) letGo()
      return response
    },
    flushHeaders: () => {
      letGo()
      response.flushHeaders()
    },
    write: (...rest: Parameters<typeof write>) => {
      letGo()
      return write(...rest)
    },
    end: (body?: unknown) => {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : null
      const head = held
      if (!head || !bytes || bytes.byteLength < LEAST_BYTES) {
        letGo()
        return bytes ? end(bytes) : end()
      }
      const finish = (whole: Uint8Array) => {
        letGo()
        end(whole)
      }
      compress(bytes, encoding).then(
        (coded) => {
          held = { status: head.status, headers: codedHeaders(head.headers, encoding, coded.byteLength) }
          finish(coded)
        },
        (error: unknown) => {
          log.warn('a response could not be compressed, so it was sent as it is', { error })
          finish(bytes)
        },
      )
      return response
    },
  })
}

/** Compresses the large responses of a listener for clients that accept it. */
export function compressResponses(listener: http.RequestListener): http.RequestListener {
  return (request, response) => {
    const encoding = acceptedEncoding(request)
    if (encoding !== 'identity' && request.method !== 'HEAD') holdHead(response, encoding)
    return listener(request, response)
  }
}
