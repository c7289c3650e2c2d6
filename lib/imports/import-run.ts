import { db } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { failImport } from './end-import'
import { expectRun } from './import-table'
import { IMPORT_REQUESTED } from './open-imports'
import { OPEN_STATUSES } from './states'

/** A run of the durable function that works on an import: `run` is its number among the runs of that import, from 0. */
export type ImportRun = { batchId: string; run: number }

/** So many runs of an import may be lost without one of them getting anywhere; with the next it fails. */
export const MOST_LOST_RUNS = 4

/** A run without work for so long beyond the limit of its step is lost: imports wait for their turn. */
export const RUN_SLACK_SECONDS = 600

/** So many imports are seen to at a time: each keeps a place of the executor, which jobs need too. */
export const IMPORTS_AT_A_TIME = 4

const OPEN = { in: OPEN_STATUSES }

/** The id of the event that begins a run: the same run is never begun twice. */
function runEventId({ batchId, run }: ImportRun): string {
  return run === 0 ? batchId : `${batchId}:run:${run}`
}

/**
 * Records that a run is being worked on, and how many seconds a step of it may take. Returns whether it is still the run
 * that works on its import.
 */
export async function expectImport(run: ImportRun, seconds: number): Promise<boolean> {
  return expectRun(run, seconds + RUN_SLACK_SECONDS)
}

/** An import has got somewhere: what was lost before does not count against it any more. */
export async function noteProgress({ batchId, run }: ImportRun): Promise<void> {
  await db().importBatch.updateMany({ where: { id: batchId, run, lostRuns: { gt: 0 } }, data: { lostRuns: 0 } })
}

type Change = { where?: Prisma.ImportBatchWhereInput; data?: Prisma.ImportBatchUpdateManyMutationInput }

async function beginNext({ batchId, run }: ImportRun, { where, data }: Change): Promise<boolean> {
  const next = { batchId, run: run + 1 }
  return db().$transaction(async (tx) => {
    const { count } = await tx.importBatch.updateMany({
      where: { ...where, id: batchId, run, status: OPEN },
      data: { ...data, run: next.run, expectedBy: null },
    })
    if (count === 0) return false
    const { userId } = await tx.importBatch.findUniqueOrThrow({ where: { id: batchId }, select: { userId: true } })
    await emit(tx, IMPORT_REQUESTED, { data: { ...next, userId }, id: runEventId(next) })
    return true
  })
}

/** Ends a run that has had as many steps as a run may: the next one continues. A repeated call changes nothing. */
export async function passOnImport(run: ImportRun): Promise<void> {
  await beginNext(run, {})
}

/**
 * Starts another run of an import whose run was lost, or fails the import after too many lost runs. Called by several at
 * once, or of a run that another has followed, it does no more.
 */
export async function replaceLostImport(run: ImportRun): Promise<void> {
  const lost = { where: { lostRuns: { lt: MOST_LOST_RUNS } }, data: { lostRuns: { increment: 1 } } }
  if (await beginNext(run, lost)) {
    log.warn('the run of an import was lost; the import continues in another', { batch_id: run.batchId, run: run.run })
    return
  }
  const isOpen = (await db().importBatch.count({ where: { id: run.batchId, run: run.run, status: OPEN } })) > 0
  if (isOpen) await failImport(run.batchId, new Problem('internal_error', { cause: 'all of its runs were lost' }))
}
