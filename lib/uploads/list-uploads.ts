import type { Actor } from '@/lib/core/actor'
import { afterId, type PageRequest, readPage } from '@/lib/core/db/cursor-page'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Prisma, Upload as UploadRow } from '@/lib/core/generated/prisma/client'
import type { Upload, UploadList } from './contract'
import { objectPath, sourceUrl } from './upload-address'
import { usedBytes } from './upload-table'

/** When a file, or the address that waits for it, is deleted; null: never automatically. */
function expiryOf({ state, storedAt, expiresAt, resumableUntil }: UploadRow): Date | null {
  if (state === 'signed') return resumableUntil ?? expiresAt
  const keptMs = env().UPLOAD_RETENTION
  return keptMs === null || storedAt === null ? null : new Date(storedAt.getTime() + keptMs)
}

function toUpload(row: UploadRow): Upload {
  return {
    id: row.id,
    object_path: objectPath(row),
    source_url: sourceUrl(row),
    filename: row.filename,
    content_type: row.contentType,
    state: row.state === 'stored' ? 'stored' : 'signed',
    size_bytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
    created_at: row.createdAt.toISOString(),
    stored_at: row.storedAt?.toISOString() ?? null,
    expires_at: expiryOf(row)?.toISOString() ?? null,
  }
}

/** A page of the caller's files and open targets, the newest first, with what they take of the caller's room. */
export async function listUploads({ userId }: Actor, { limit, cursor }: PageRequest): Promise<UploadList> {
  const where: Prisma.UploadWhereInput = { userId, state: { in: ['signed', 'stored'] }, ...afterId(cursor) }
  const find = (take: number) => db().upload.findMany({ where, orderBy: { id: 'desc' }, take })
  const [{ rows, nextCursor }, used] = await Promise.all([readPage(limit, find, ({ id }) => id), usedBytes(userId)])
  return {
    uploads: rows.map(toUpload),
    next_cursor: nextCursor,
    used_bytes: used,
    quota_bytes: env().UPLOAD_QUOTA_BYTES,
  }
}
