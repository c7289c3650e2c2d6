import { type Db, db } from '@/lib/core/db/db'
import { type EventKind, emit } from '@/lib/core/db/events'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import type { WorkKind } from '@/lib/core/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { metrics } from '@/lib/core/metrics'
import { runner } from './runner'
import { findLostRuns, type WorkRun } from './tables/work-table'

/** After so many runs in a row were lost, the work is given up. */
export const MAX_LOST_RUNS = 4

type Data = Record<string, unknown>

/** A kind of work that must not be lost, and the durable function that does it. */
export type WorkOf<D extends Data> = {
  kind: WorkKind
  functionId: string
  /** Starts a run of the function. */
  event: EventKind<D & { run: string }>
  /** A run that is silent for so long beyond its planned wait is lost. */
  slackSeconds: number
}

/** Continues or ends work whose run is over. */
export type Recovery<D extends Data> = WorkOf<D> & {
  /** The data of the event that starts another run; null: nothing is left to do. */
  next: (tx: Db, id: string) => Promise<D | null>
  /** Ends work whose runs were lost too often. */
  giveUp: (id: string) => Promise<void>
}

const after = (seconds: number) => new Date(Date.now() + seconds * 1000)

/** Starts a run of work, in place of any other. */
export async function beginWork<D extends Data>(tx: Db, of: WorkOf<D>, id: string, data: D): Promise<void> {
  const { kind, slackSeconds } = of
  const run = newId()
  const begun = { run, lostRuns: 0, expectedBy: after(slackSeconds), workerId: null, workerUntil: null }
  await tx.work.upsert({ where: { kind_id: { kind, id } }, create: { kind, id, ...begun }, update: begun })
  await emit(tx, of.event, { data: { ...data, run }, id: run })
}

/** Ends work: nothing is left to do. */
export async function endWork(tx: Db, kind: WorkKind, id: string): Promise<void> {
  await tx.work.deleteMany({ where: { kind, id } })
}

/** Records in how many seconds a run is to be at work again. Returns whether it still does its work. */
export async function expectWork<D extends Data>(
  of: WorkOf<D>,
  run: string,
  inSeconds: number,
  tx: Db = db(),
): Promise<boolean> {
  const data = { expectedBy: after(inSeconds + of.slackSeconds) }
  return (await tx.work.updateMany({ where: { run }, data })).count > 0
}

/** Forgets the lost runs of work that a run has brought forward. */
export async function noteProgress(run: string): Promise<void> {
  await db().work.updateMany({ where: { run, lostRuns: { gt: 0 } }, data: { lostRuns: 0 } })
}

type Where = { run: string; expectedBy?: Prisma.DateTimeFilter }

type Follow = { lostRuns?: number; afterSeconds: number; progress?: Data }

/** Takes work from a run. Returns the run that has it then; null: the former one did not have it. */
async function takeOver(tx: Db, where: Where, { lostRuns, afterSeconds }: Follow): Promise<string | null> {
  const run = newId()
  const taken = { run, expectedBy: after(afterSeconds), workerId: null, workerUntil: null }
  const data = lostRuns === undefined ? taken : { ...taken, lostRuns }
  return (await tx.work.updateMany({ where, data })).count === 0 ? null : run
}

async function follow<D extends Data>(of: Recovery<D>, id: string, where: Where, follow: Follow): Promise<void> {
  await db().$transaction(async (tx) => {
    const run = await takeOver(tx, where, follow)
    if (run === null) return
    const data = await of.next(tx, id)
    if (data === null) return endWork(tx, of.kind, id)
    await emit(tx, of.event, { data: { ...data, ...follow.progress, run }, id: run })
  })
}

/** Has another run continue, when this one has had as many steps as it may. A repeated call changes nothing. */
export async function passOn<D extends Data>(
  of: Recovery<D>,
  { id, run }: WorkRun,
  progress?: Partial<D>,
): Promise<void> {
  await follow(of, id, { run }, { afterSeconds: of.slackSeconds, ...(progress ? { progress } : {}) })
}

async function replace<D extends Data>(of: Recovery<D>, id: string, where: Where): Promise<void> {
  const work = await db().work.findFirst({ where })
  if (!work) return
  const { lostRuns } = work
  log.warn('the run of some work was lost', { kind: of.kind, id, lostRuns: lostRuns + 1 })
  metrics().runsLost.inc({ kind: of.kind })
  if (lostRuns < MAX_LOST_RUNS) {
    // An Inngest server may be behind with its work, so each run gets more time.
    return follow(of, id, where, { lostRuns: lostRuns + 1, afterSeconds: of.slackSeconds * 2 ** lostRuns })
  }
  // Work that a crash leaves here is given up by a later search.
  const run = await takeOver(db(), where, { afterSeconds: of.slackSeconds })
  if (run === null) return
  await of.giveUp(id)
  await db().work.deleteMany({ where: { run } })
}

/** Starts another run of work whose run was lost, or gives the work up. A repeated call changes nothing. */
export async function replaceLostRun<D extends Data>(of: Recovery<D>, { id, run }: WorkRun): Promise<void> {
  await replace(of, id, { run })
}

/**
 * Replaces the lost runs of a kind, besides those that report meanwhile. Concurrent calls replace each once. Returns how
 * many there were.
 */
export async function replaceLostRuns<D extends Data>(of: Recovery<D>): Promise<number> {
  const lost = await findLostRuns({ ...of, hasRunsHere: runner().hasRunsHere })
  for (const { id, run } of lost) await replace(of, id, { run, expectedBy: { lt: new Date() } })
  return lost.length
}
