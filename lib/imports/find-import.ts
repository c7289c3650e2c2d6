import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type * as rows from '@/lib/core/generated/prisma/client'
import { ImportKind } from '@/lib/core/generated/prisma/enums'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { knownPlatform } from '@/lib/platforms/platforms'
import { type ImportBatch, importChoiceSchema, type SkipReason } from './contract'
import { importNote } from './import-note'
import { countItems, type ItemCount } from './import-table'

const MAX_LISTED = 200

/** Counts the items of imports: of running ones all, of ended ones only those that the note mentions. */
export async function countItemsOf(batches: readonly rows.ImportBatch[]): Promise<ItemCount[]> {
  const open = batches.filter(({ finishedAt }) => finishedAt === null).map(({ id }) => id)
  const skipped = batches.filter(({ finishedAt, skipped: some }) => finishedAt !== null && some > 0).map(({ id }) => id)
  if (open.length + skipped.length === 0) return []
  return countItems(open, skipped)
}

/** The counts of an import by its items, or those that were stored at its end; and how many items were skipped for a reason. */
export function countsOf(row: rows.ImportBatch, all: readonly ItemCount[]) {
  const own = all.filter(({ batchId }) => batchId === row.id)
  const sum = (of: (one: ItemCount) => boolean) => own.filter(of).reduce((total, { items }) => total + items, 0)
  const inState = (state: ItemCount['state']) => sum((one) => one.state === state)
  const { done, failed, skipped } =
    row.finishedAt === null ? { done: inState('done'), failed: inState('failed'), skipped: inState('skipped') } : row
  return {
    counts: { queued: inState('queued'), in_progress: inState('in_progress'), done, failed, skipped },
    skippedBy: (reason: SkipReason) => sum((one) => one.reason === reason),
  }
}

function toBatch(row: rows.ImportBatch, all: readonly ItemCount[]): ImportBatch {
  const { counts, skippedBy } = countsOf(row, all)
  return {
    id: row.id,
    source_url: withoutCredentials(row.sourceUrl),
    title: row.title,
    total: row.total,
    done: counts.done,
    failed: counts.failed,
    skipped: counts.skipped,
    status: row.status,
    note: importNote(row, {
      unaffordable: skippedBy('allowance_exceeded'),
      known: skippedBy('already_transcribed'),
      captionless: skippedBy('no_captions'),
    }),
    platform: row.platform === null ? null : knownPlatform(row.platform),
    choice: importChoiceSchema.nullable().parse(row.choice),
    created_at: row.createdAt.toISOString(),
  }
}

/** An import of the caller's. Throws `not_found`. */
export async function findImport(actor: Actor, batchId: string): Promise<ImportBatch> {
  const where = { id: batchId, userId: actor.userId, kind: ImportKind.list }
  const row = isId(batchId) ? await db().importBatch.findFirst({ where }) : null
  if (!row) throw new Problem('not_found', { detail: 'Import not found. Check its ID.' })
  return toBatch(row, await countItemsOf([row]))
}

/**
 * The caller's last 200 imports and older ones that are in progress, the newest first; without what watches have brought.
 */
export async function listImports({ userId }: Actor): Promise<ImportBatch[]> {
  const where = { userId, kind: ImportKind.list, watchId: null }
  const orderBy = { createdAt: 'desc' } as const
  const last = await db().importBatch.findMany({ where, orderBy, take: MAX_LISTED })
  const older = { ...where, status: 'in_progress', id: { notIn: last.map(({ id }) => id) } } as const
  const running = last.length < MAX_LISTED ? [] : await db().importBatch.findMany({ where: older, orderBy })
  const found = [...last, ...running]
  const counts = await countItemsOf(found)
  return found.map((row) => toBatch(row, counts))
}
