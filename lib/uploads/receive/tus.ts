import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import type { Received } from './append-upload'

/** https://tus.io/protocols/resumable-upload */
const VERSION = '1.0.0'
const MEDIA_TYPE = 'application/offset+octet-stream'

/** The protocol headers of every response of a resumable address; none where the bucket takes the file in parts. */
export function protocolHeaders(): Record<string, string> {
  if (env().S3_BUCKET) return {}
  return {
    'tus-resumable': VERSION,
    'tus-version': VERSION,
    'tus-extension': 'expiration',
    'tus-max-size': String(env().UPLOAD_MAX_BYTES),
  }
}

/** How far an upload is, and until when it may be continued. `expires`: from its signed address. */
export function stateHeaders({ receivedBytes, sizeBytes }: Received, expires: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'upload-length': String(sizeBytes),
    'upload-offset': String(receivedBytes),
    ...(receivedBytes < sizeBytes ? { 'upload-expires': new Date(Number(expires)).toUTCString() } : {}),
  }
}

/** Throws `unsupported_protocol` for another version of tus. A request that names none is none of tus. */
export function checkVersion(headers: Headers): void {
  if ((headers.get('tus-resumable') ?? VERSION) !== VERSION) throw new Problem('unsupported_protocol')
}

/**
 * The offset that a PATCH begins at; -1: none of a file. Throws `unsupported_protocol` and `unsupported_media` for what
 * is no PATCH of this protocol.
 */
export function patchOffset(headers: Headers): number {
  if (headers.get('tus-resumable') !== VERSION) throw new Problem('unsupported_protocol')
  if (headers.get('content-type') !== MEDIA_TYPE) {
    throw new Problem('unsupported_media', { detail: `Send the bytes with the header Content-Type: ${MEDIA_TYPE}.` })
  }
  const offset = /^\d{1,15}$/.exec(headers.get('upload-offset') ?? '')?.[0]
  return offset === undefined ? -1 : Number(offset)
}
