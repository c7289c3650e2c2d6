import { titleOfLibraryItem } from '@/lib/archive/library-items/describe-library-item'
import { canonicalFormat } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { type PageRequest, readPage } from '@/lib/core/db/cursor-page'
import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import type { ItemStatus } from '../contract'
import type { BatchItem, BatchItemList, BatchResult } from './contract'
import { findBatch } from './find-batch'

const WITH_STATE = {
  job: { select: { progress: true } },
  libraryItem: { select: { title: true, customTitle: true, media: { select: { title: true } } } },
} satisfies Prisma.ImportItemInclude

type Row = Prisma.ImportItemGetPayload<{ include: typeof WITH_STATE }>

/** An item as the results have it. */
export function toResult(row: Prisma.ImportItemGetPayload<object>): BatchResult {
  const { field, audioUrl } = row
  return {
    index: row.position,
    custom_id: row.customId,
    url: field === 'url' ? audioUrl : null,
    audio: field === 'audio' ? audioUrl : null,
    upload: field === 'upload' ? audioUrl : null,
    lang: row.lang,
    format: canonicalFormat(row.format ?? 'json') ?? 'json',
    status: row.state,
    reason: row.reason,
    error: problemSchema.nullable().parse(row.error),
    job_id: row.jobId,
    transcript_id: row.libraryItemId,
  }
}

function toItem(row: Row): BatchItem {
  const { libraryItem, job, state } = row
  return {
    ...toResult(row),
    title: libraryItem && titleOfLibraryItem(libraryItem, libraryItem.media),
    progress: state === 'in_progress' ? (job?.progress ?? 0) : null,
  }
}

type Asked = PageRequest & { status?: ItemStatus | undefined }

const afterCursor = (cursor: string | undefined) => (cursor && /^\d{1,6}$/.test(cursor) ? Number(cursor) : -1)

/**
 * A page of the items of the caller's batch in the order they were sent, of all or of one status; `cursor` is the last
 * item of the page before. Throws `not_found`.
 */
export async function listBatchItems(
  actor: Actor,
  batchId: string,
  { limit, cursor, status }: Asked,
): Promise<BatchItemList> {
  await findBatch(actor, batchId)
  const { userId } = actor
  const where = { batchId, userId, position: { gt: afterCursor(cursor) }, ...(status ? { state: status } : {}) }
  const find = (take: number) =>
    db().importItem.findMany({ where, include: WITH_STATE, orderBy: { position: 'asc' }, take })
  const { rows, nextCursor } = await readPage(limit, find, ({ position }) => String(position))
  return { items: rows.map(toItem), next_cursor: nextCursor }
}
