import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { Prisma } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import { signPut } from '@/lib/platform/storage/s3/sign-put'
import { acceptedType } from './accepted-types'
import { claimRoom } from './claim-room'
import type { SignResponse } from './contract'
import { objectPath, resumableUrl, safeFileName, sourceUrl, storageKey, uploadUrl } from './upload-address'

const TARGET_LIFETIME_MS = 15 * 60_000
const RESUMABLE_LIFETIME_MS = 24 * 3_600_000
/** So many targets of one user may wait for their files. */
const MAX_OPEN_TARGETS = 1000

export type NewUpload = { filename: string; contentType: string; sizeBytes?: number | null | undefined }

/** A target as it is signed; `bytes` null: its length was not announced. */
type Target = {
  id: string
  filename: string
  contentType: string
  bytes: number | null
  expiresAt: Date
  resumableUntil: Date | null
}

/** Writes a target down where there is room for its file. */
function insertTarget(userId: string, target: Target): Prisma.Sql {
  const { id, filename, contentType, bytes, expiresAt, resumableUntil } = target
  return Prisma.sql`
    insert into upload (id, user_id, filename, content_type, size_bytes, sized, expires_at, resumable_until)
    select ${id}::uuid, ${userId}::uuid, ${filename}, ${contentType}, ${bytes}::bigint, ${bytes !== null},
      ${expiresAt}::timestamptz, ${resumableUntil}::timestamptz from claimed`
}

async function checkOpen(userId: string): Promise<void> {
  const open = await db().upload.count({ where: { userId, state: 'signed' } })
  if (open < MAX_OPEN_TARGETS) return
  throw new Problem('too_many_uploads', { context: { open, limit: MAX_OPEN_TARGETS } })
}

/** Where the one PUT goes: to the bucket itself where there is one, so that the bytes don't come by us. */
async function putTarget(target: Target, givenType: string): Promise<{ url: string; headers: Record<string, string> }> {
  if (!env().S3_BUCKET) return { url: uploadUrl(target), headers: {} }
  const { contentType, bytes: sizeBytes, expiresAt } = target
  // The sender's own word for it is what its PUT says too; what we make of it stands in the row.
  return signPut(storageKey(target), { contentType: givenType || contentType, sizeBytes, expiresAt })
}

/**
 * Makes a signed target for one file of the caller's. The name is cleaned of everything but a name; the type has to be
 * audio, video or captions (`unsupported_media`), though what counts in the end is the file's content. A file whose length
 * is announced holds to it, has its room kept, and may be sent in several goes for a day. Throws `file_too_large`,
 * `upload_quota_exceeded`, and `too_many_uploads` past a thousand targets without a file.
 */
export async function signUpload(actor: Actor, input: NewUpload): Promise<SignResponse> {
  const filename = safeFileName(input.filename)
  const contentType = acceptedType(filename, input.contentType)
  if (!contentType) {
    throw new Problem('unsupported_media', { context: { content_type: input.contentType.slice(0, 100) } })
  }
  await checkOpen(actor.userId)
  const [id, now, bytes] = [newId(), Date.now(), input.sizeBytes ?? null]
  const expiresAt = new Date(now + TARGET_LIFETIME_MS)
  const resumableUntil = bytes === null ? null : new Date(now + RESUMABLE_LIFETIME_MS)
  const target = { id, filename, contentType, bytes, expiresAt, resumableUntil }
  await claimRoom({ userId: actor.userId, uploadId: id, bytes }, insertTarget(actor.userId, target))
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
