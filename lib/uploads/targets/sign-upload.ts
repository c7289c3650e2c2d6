import type { Actor } from '@/lib/platform/actor'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem/problem'
import { signPut } from '@/lib/platform/storage/s3/sign-put'
import type { SignResponse } from '../contract'
import { objectPath, resumableUrl, safeFileName, sourceUrl, storageKey, uploadUrl } from '../upload-address'
import type { NewTarget } from '../upload-table'
import { acceptedType } from './accepted-types'
import { claimRoom } from './claim-room'

const TARGET_LIFETIME_MS = 15 * 60_000
const RESUMABLE_LIFETIME_MS = 24 * 3_600_000

export type NewUpload = { filename: string; contentType: string; sizeBytes?: number | null | undefined }

/** The address of the PUT: the bucket itself where there is one, so that the bytes don't pass through the service. */
async function putTarget(
  target: NewTarget,
  givenType: string,
): Promise<{ url: string; headers: Record<string, string> }> {
  if (!env().S3_BUCKET) return { url: uploadUrl(target), headers: {} }
  const { contentType, bytes: sizeBytes, expiresAt } = target
  // The PUT sends the content type as the client named it; the row holds ours.
  return signPut(storageKey(target), { contentType: givenType || contentType, sizeBytes, expiresAt })
}

/** A target for a file of the caller's, with its room where its length is known. Throws as `signUpload` does. */
export async function createTarget(actor: Actor, input: NewUpload): Promise<NewTarget> {
  const filename = safeFileName(input.filename)
  const contentType = acceptedType(filename, input.contentType)
  if (!contentType) {
    throw new Problem('unsupported_media', { context: { content_type: input.contentType.slice(0, 100) } })
  }
  const [id, now, bytes] = [newId(), Date.now(), input.sizeBytes ?? null]
  const expiresAt = new Date(now + TARGET_LIFETIME_MS)
  const resumableUntil = bytes === null ? null : new Date(now + RESUMABLE_LIFETIME_MS)
  const target = { id, filename, contentType, bytes, expiresAt, resumableUntil }
  await claimRoom({ userId: actor.userId, uploadId: id, bytes }, target)
  return target
}

/**
 * Creates a signed target for one file of the caller's. The name is reduced to a plain file name. The type has to be audio,
 * video or captions (`unsupported_media`), though the file's content decides in the end. A file of announced length has
 * to keep to it, has its room reserved, and may be sent in several parts for a day. Throws `file_too_large`,
 * `upload_quota_exceeded`, and `too_many_uploads` past a thousand targets without a file.
 */
export async function signUpload(actor: Actor, input: NewUpload): Promise<SignResponse> {
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
