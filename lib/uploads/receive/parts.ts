import { db } from '@/lib/core/db/db'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { beginParts, dropParts, joinParts, listParts, type StoredPart, signPart } from '@/lib/core/storage/s3/parts'
import type { UploadPart } from '../contract'
import { storageKey } from '../upload-address'
import { finalizeUpload } from './finalize-upload'

const MIB = 1024 * 1024
const SMALLEST_PART_BYTES = 8 * MIB
/** S3's own limit. */
const MAX_PARTS = 10_000
const SIGNED_AT_ONCE = 100
const PART_LIFETIME_SECONDS = 3600

type Parts = { upload: Upload; receivedBytes: number; missing: UploadPart[] }

function partBytes(sizeBytes: number): number {
  return Math.max(SMALLEST_PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS / MIB) * MIB)
}

/** The offsets and sizes of a file's parts. */
function planParts(sizeBytes: number): Omit<UploadPart, 'url'>[] {
  const length = partBytes(sizeBytes)
  return Array.from({ length: Math.max(1, Math.ceil(sizeBytes / length)) }, (_, index) => ({
    number: index + 1,
    offset: index * length,
    size_bytes: Math.min(length, sizeBytes - index * length),
  }))
}

/** The bucket's id of a file in parts. Of two requests that begin at the same time, one creates it. */
async function multipartIdOf(upload: Upload): Promise<string> {
  if (upload.multipartId) return upload.multipartId
  const key = storageKey(upload)
  const made = await beginParts(key, upload.contentType)
  const { count } = await db().upload.updateMany({
    where: { id: upload.id, state: 'signed', multipartId: null },
    data: { multipartId: made },
  })
  if (count > 0) return made
  await dropParts(key, made)
  const { multipartId } = await db().upload.findUniqueOrThrow({ where: { id: upload.id } })
  if (!multipartId) throw new Problem('expired')
  return multipartId
}

function isThere(stored: readonly StoredPart[], part: Omit<UploadPart, 'url'>): boolean {
  return stored.some(({ number, sizeBytes }) => number === part.number && sizeBytes === part.size_bytes)
}

/** Joins the parts to the file. `stored` is null when another request has joined them, and broke off before its end. */
async function finish(upload: Upload, multipartId: string, stored: readonly StoredPart[] | null): Promise<Parts> {
  const [key, planned] = [storageKey(upload), planParts(Number(upload.sizeBytes))]
  if (stored) await joinParts(key, multipartId, stored.slice(0, planned.length))
  const finished = await finalizeUpload(upload)
  if (!finished) throw new Problem('upload_incomplete')
  return { upload: finished, receivedBytes: Number(finished.sizeBytes), missing: [] }
}

/**
 * The received bytes of a file in the bucket, and where to send the next missing parts. When none is missing they become
 * the file. Throws what is wrong with it.
 */
export async function readParts(upload: Upload): Promise<Parts> {
  const sizeBytes = Number(upload.sizeBytes)
  if (upload.state === 'stored') return { upload, receivedBytes: sizeBytes, missing: [] }
  const [key, multipartId] = [storageKey(upload), await multipartIdOf(upload)]
  const stored = await listParts(key, multipartId)
  const left = planParts(sizeBytes).filter((part) => !isThere(stored ?? [], part))
  if (stored === null || left.length === 0) return finish(upload, multipartId, stored)
  const missing = await Promise.all(
    left.slice(0, SIGNED_AT_ONCE).map(async (part) => {
      const { number, size_bytes } = part
      const expiresInSeconds = PART_LIFETIME_SECONDS
      return { ...part, url: await signPart(key, { multipartId, number, sizeBytes: size_bytes, expiresInSeconds }) }
    }),
  )
  const leftBytes = left.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  return { upload, receivedBytes: sizeBytes - leftBytes, missing }
}
