import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db/db'
import { env } from '@/lib/platform/env'
import type * as rows from '@/lib/platform/generated/prisma/client'
import { isId } from '@/lib/platform/ids'
import type { Upload, UploadList } from './contract'
import { objectPath, sourceUrl } from './upload-address'
import { usedBytes } from './upload-table'

/** When a file, or the address that waits for it, is removed; null: never by itself. */
function expiryOf({ state, storedAt, expiresAt, resumableUntil }: rows.Upload): Date | null {
  if (state === 'signed') return resumableUntil ?? expiresAt
  const keptMs = env().UPLOAD_RETENTION
  return keptMs === null || storedAt === null ? null : new Date(storedAt.getTime() + keptMs)
}

function toUpload(row: rows.Upload): Upload {
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
export async function listUploads(
  { userId }: Actor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<UploadList> {
  const before = cursor !== undefined && isId(cursor) ? { id: { lt: cursor } } : {}
  const [found, used] = await Promise.all([
    db().upload.findMany({
      where: { userId, state: { in: ['signed', 'stored'] }, ...before },
      orderBy: { id: 'desc' },
      take: limit + 1,
    }),
    usedBytes(userId),
  ])
  const shown = found.slice(0, limit)
  return {
    uploads: shown.map(toUpload),
    next_cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    used_bytes: used,
    quota_bytes: env().UPLOAD_QUOTA_BYTES,
  }
}
