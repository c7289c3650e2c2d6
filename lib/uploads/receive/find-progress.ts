import { env } from '@/lib/core/env'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import type { UploadProgress } from '../contract'
import { openTarget, type UploadTarget } from '../targets/open-target'
import { objectPath } from '../upload-address'
import { readReceived } from './append-upload'
import { completeParts, readParts } from './parts'

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
 * the addresses of parts. Throws `invalid_credentials` and `expired`.
 */
export async function findProgress(target: UploadTarget): Promise<UploadProgress> {
  const upload = await openTarget('resume', target)
  if (!env().S3_BUCKET) return toProgress(upload, (await readReceived(upload)).receivedBytes, [])
  const { receivedBytes, missing } = await readParts(upload)
  return toProgress(upload, receivedBytes, missing)
}

/**
 * Says that all of a file has been sent; done again, it says the same. Throws `upload_incomplete`, and what is wrong with
 * it.
 */
export async function completeUpload(target: UploadTarget): Promise<UploadProgress> {
  const upload = await openTarget('resume', target)
  if (env().S3_BUCKET) return toProgress(await completeParts(upload), Number(upload.sizeBytes), [])
  const { receivedBytes, sizeBytes } = await readReceived(upload)
  if (receivedBytes < sizeBytes) throw new Problem('upload_incomplete', { context: { received_bytes: receivedBytes } })
  return toProgress(upload, receivedBytes, [])
}
