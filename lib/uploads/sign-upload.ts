import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import type { Upload } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import { signPut } from '@/lib/platform/storage/s3/sign-put'
import { acceptedType } from './accepted-types'
import { claimRoom } from './claim-room'
import type { SignResponse } from './contract'
import { objectPath, resumableUrl, safeFileName, sourceUrl, storageKey, uploadUrl } from './upload-address'

const TARGET_LIFETIME_MS = 15 * 60_000
const RESUMABLE_LIFETIME_MS = 24 * 3_600_000

export type NewUpload = { filename: string; contentType: string; sizeBytes?: number | null | undefined }

/** Where the one PUT goes: to the bucket itself where there is one, so that the bytes don't come by us. */
async function putTarget(upload: Upload, givenType: string): Promise<{ url: string; headers: Record<string, string> }> {
  if (!env().S3_BUCKET) return { url: uploadUrl(upload), headers: {} }
  const { expiresAt, sizeBytes } = upload
  const size = sizeBytes === null ? null : Number(sizeBytes)
  // The sender's own word for it is what its PUT says too; what we make of it stands in the row.
  return signPut(storageKey(upload), { contentType: givenType || upload.contentType, sizeBytes: size, expiresAt })
}

/**
 * Makes a signed target for one file of the caller's. The name is cleaned of everything but a name; the type has to be
 * audio, video or captions (`unsupported_media`), though what counts in the end is the file's content. A file whose length
 * is announced holds to it, has its room kept, and may be sent in several goes for a day. Throws `file_too_large` and
 * `upload_quota_exceeded`.
 */
export async function signUpload(actor: Actor, input: NewUpload): Promise<SignResponse> {
  const filename = safeFileName(input.filename)
  const contentType = acceptedType(filename, input.contentType)
  if (!contentType) {
    throw new Problem('unsupported_media', { context: { content_type: input.contentType.slice(0, 100) } })
  }
  const [id, now, bytes] = [newId(), Date.now(), input.sizeBytes ?? null]
  const resumableUntil = bytes === null ? null : new Date(now + RESUMABLE_LIFETIME_MS)
  const upload = await db().$transaction(async (tx) => {
    await claimRoom(tx, { userId: actor.userId, uploadId: id, bytes })
    const size = bytes === null ? {} : { sizeBytes: BigInt(bytes), sized: true }
    const expiresAt = new Date(now + TARGET_LIFETIME_MS)
    return tx.upload.create({
      data: { id, userId: actor.userId, filename, contentType, expiresAt, resumableUntil, ...size },
    })
  })
  const put = await putTarget(upload, input.contentType.trim())
  return {
    object_path: objectPath(upload),
    upload_url: put.url,
    upload_headers: put.headers,
    source_url: sourceUrl(upload),
    resumable_url: resumableUntil && resumableUrl(id, resumableUntil),
    expires_at: upload.expiresAt.toISOString(),
  }
}
