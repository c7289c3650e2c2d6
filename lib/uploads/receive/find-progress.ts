import { env } from '@/lib/core/env'
import type { Upload } from '@/lib/core/generated/prisma/client'
import type { UploadProgress } from '../contract'
import { openTarget, type UploadTarget } from '../targets/open-target'
import { objectPath } from '../upload-address'
import { readReceived } from './append-upload'
import { readParts } from './parts'

function toProgress(upload: Upload, receivedBytes: number, parts: UploadProgress['parts']): UploadProgress {
  const sizeBytes = Number(upload.sizeBytes)
  return {
    object_path: objectPath(upload),
    protocol: env().S3_BUCKET ? 'parts' : 'offset',
    size_bytes: sizeBytes,
    received_bytes: receivedBytes,
    complete: receivedBytes === sizeBytes,
    parts,
  }
}

/**
 * How far a file is that is sent in several goes, and where its next bytes go: to the offset that has been reached, or to
 * the addresses of parts. A file whose bytes are all there is complete then. Throws `invalid_credentials`, `expired`, and
 * what is wrong with a file of parts.
 */
export async function findProgress(target: UploadTarget): Promise<UploadProgress> {
  const upload = await openTarget('resume', target)
  if (!env().S3_BUCKET) return toProgress(upload, (await readReceived(upload)).receivedBytes, [])
  const parts = await readParts(upload)
  return toProgress(parts.upload, parts.receivedBytes, parts.missing)
}
