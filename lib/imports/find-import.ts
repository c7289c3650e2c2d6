import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type * as rows from '@/lib/core/generated/prisma/client'
import { ImportKind } from '@/lib/core/generated/prisma/enums'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { knownPlatform } from '@/lib/platforms/platforms'
import { type ImportBatch, importChoiceSchema } from './contract'
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

function toBatch(row: rows.ImportBatch, counts: readonly ItemCount[]): ImportBatch {
  const own = counts.filter(({ batchId }) => batchId === row.id)
  const sum = (of: (one: ItemCount) => boolean) => own.filter(of).reduce((total, { items }) => total + items, 0)
  const count = (state: 'done' | 'failed' | 'skipped') =>
    row.finishedAt === null ? sum((one) => one.state === state) : row[state]
  return {
    id: row.id,
    source_url: withoutCredentials(row.sourceUrl),
    title: row.title,
    total: row.total,
    done: count('done'),
    failed: count('failed'),
    skipped: count('skipped'),
    status: row.status,
    note: importNote(row, {
      unaffordable: sum(({ reason }) => reason === 'allowance_exceeded'),
      known: sum(({ reason }) => reason === 'already_transcribed'),
      captionless: sum(({ reason }) => reason === 'no_captions'),
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
