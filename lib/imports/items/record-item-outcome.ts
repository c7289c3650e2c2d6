import type { Db } from '@/lib/core/db/db'
import { Prisma } from '@/lib/core/generated/prisma/client'
import type { Problem } from '@/lib/core/problem/problem'
import { toProblemJson } from '@/lib/core/problem/problem-body'
import type { SkipReason } from '../contract'
import { storeCounts } from '../import-table'

export type ItemOutcome =
  | { state: 'done'; libraryItemId: string }
  | { state: 'failed'; problem: Problem }
  | { state: 'skipped'; reason: SkipReason; libraryItemId?: string }

/** Identifies an episode of an import. */
export type ItemKey = { batchId: string; position: number }

/**
 * Records the outcome of an episode, once; a cancelled episode that got its transcript nevertheless is recorded as
 * done.
 */
export async function recordItemOutcome(tx: Db, { batchId, position }: ItemKey, outcome: ItemOutcome): Promise<void> {
  const data = {
    state: outcome.state,
    reason: outcome.state === 'skipped' ? outcome.reason : null,
    error: outcome.state === 'failed' ? toProblemJson(outcome.problem) : Prisma.DbNull,
    ...('libraryItemId' in outcome ? { libraryItemId: outcome.libraryItemId } : {}),
    episode: Prisma.DbNull,
    finishedAt: new Date(),
  }
  const { count } = await tx.importItem.updateMany({ where: { batchId, position, state: 'in_progress' }, data })
  if (count > 0 || outcome.state !== 'done') return
  const late = await tx.importItem.updateMany({ where: { batchId, position, reason: 'cancelled' }, data })
  if (late.count > 0) await storeCounts(tx, batchId)
}
