import { pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Problem } from '@/lib/core/problem/problem'
import { networkProblem } from './network-problem'

type Options = {
  /** The Content-Encoding header; '' or `identity` for none. */
  encoding: string
  /** The most decoded bytes that are let through. */
  maxBytes: number
  /** Called once, when the body has ended in whatever way. */
  onClose: () => void
}

function decoderFor(encoding: string): Transform[] {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return []
    case 'gzip':
    case 'x-gzip':
      return [createGunzip()]
    case 'br':
      return [createBrotliDecompress()]
    case 'deflate':
      return [createInflate()]
    default:
      // Nested encodings land here too: no honest server nests them, and each layer multiplies a bomb.
      throw new Problem('upstream_changed')
  }
}

/**
 * The body of an answer with its content encoding (RFC 9110 §8.4.1) undone. It fails with Problem `file_too_large` once
 * more than `maxBytes` decoded bytes have come out, and with a Problem for every network failure on the way. Throws
 * `upstream_changed` for an encoding that was not requested. Destroying it closes the connection.
 */
export function decodeBody(source: Readable, { encoding, maxBytes, onClose }: Options): Readable {
  const decoders = decoderFor(encoding)
  let bytes = 0
  const body = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new Problem('file_too_large', { context: { max_bytes: maxBytes } }))
      else done(null, chunk)
    },
    destroy(error, done) {
      done(error === null ? null : (networkProblem(error) ?? error))
    },
  })
  pipeline([source, ...decoders, body], onClose)
  return body
}
