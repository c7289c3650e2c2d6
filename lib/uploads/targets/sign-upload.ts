import type { Actor } from '@/lib/core/actor'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { signPut } from '@/lib/core/storage/s3/sign-put'
import type { SignResponse } from '../contract'
import { objectPath, resumableUrl, safeFileName, sourceUrl, storageKey, uploadUrl } from '../upload-address'
import type { NewTarget } from '../upload-table'
import { claimRoom } from './claim-room'
import { UNKNOWN_TYPE } from './stored-type'

const TARGET_LIFETIME_MS = 15 * 60_000
const RESUMABLE_LIFETIME_MS = 24 * 3_600_000

export type NewUpload = { filename: string; sizeBytes?: number | null | undefined }

/** The characters that a header can have. */
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:\s*;[\x20-\x7e]{0,100})?$/

/** The address of the PUT: the bucket itself where there is one, so that the bytes don't pass through the service. */
async function putTarget(
  target: NewTarget,
  givenType: string,
): Promise<{ url: string; headers: Record<string, string> }> {
  if (!env().S3_BUCKET) return { url: uploadUrl(target), headers: {} }
  const { bytes: sizeBytes, expiresAt } = target
  // The PUT sends the type that the client named; nothing reads it back from the bucket.
  const contentType = MEDIA_TYPE.test(givenType) ? givenType : UNKNOWN_TYPE
  return signPut(storageKey(target), { contentType, sizeBytes, expiresAt })
}

/** A target for a file of the caller's, with its room where its length is known. Throws as `signUpload` does. */
export async function createTarget(actor: Actor, input: NewUpload): Promise<NewTarget> {
  const [id, now, bytes] = [newId(), Date.now(), input.sizeBytes ?? null]
  const expiresAt = new Date(now + TARGET_LIFETIME_MS)
  const resumableUntil = bytes === null ? null : new Date(now + RESUMABLE_LIFETIME_MS)
  const target = { id, filename: safeFileName(input.filename), bytes, expiresAt, resumableUntil }
  await claimRoom({ userId: actor.userId, uploadId: id, bytes }, target)
  return target
}

/**
 * Creates a signed target for one file of the caller's, of any name and type: its content decides what it is. The name is
 * reduced to a plain file name. A file of announced length has to keep to it, has its room reserved, and may be sent in several parts for a day. Throws `file_too_large`,
 * `upload_quota_exceeded`, and `too_many_uploads` past a thousand targets without a file.
 */
export async function signUpload(actor: Actor, input: NewUpload & { contentType: string }): Promise<SignResponse> {
  const target = await createTarget(actor, input)
  const { id, expiresAt, resumableUntil } = target
  const put = await putTarget(target, input.contentType.trim())
  return {
    object_path: objectPath(target),
    upload_url: put.url,
    upload_headers: put.headers,
    source_url: sourceUrl(target),
    resumable_url: resumableUntil && resumableUrl(id, resumableUntil),
    expires_at: expiresAt.toISOString(),
  }
}
