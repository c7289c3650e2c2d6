import { lockUser } from '@/lib/core/db/db'
import type { EventKind } from '@/lib/core/db/events'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { beginWork, type WorkOf } from '@/lib/durable/work'
import { countOpenImports, deleteOldestImports, listWaitingImports } from './import-table'

export type ImportData = { batchId: string; userId: string }

/** An import or a batch is to be worked on, by this run of it. */
export const IMPORT_REQUESTED: EventKind<ImportData & { run: string }> = { name: 'import/requested' }

/** The work of an import or a batch, which waits for its turn among others. */
export const IMPORT_WORK: WorkOf<ImportData> = {
  kind: 'import',
  functionId: 'import-show',
  event: IMPORT_REQUESTED,
  slackSeconds: 600,
}

/** How many imports and batches of one user may be running. */
const MAX_RUNNING = 20
/** While so many run, imports of subscriptions wait: the rest is for what the user starts meanwhile. */
const RUNNING_OF_SUBSCRIPTIONS = 10
/** How many imports of one user may wait. */
const MAX_WAITING = 500

/** How many imports and items of a user are kept: the oldest ended imports are deleted for a new one. */
const KEPT_IMPORTS = 1000
const KEPT_EPISODES = 200_000

/**
 * Makes room for one more import or batch of a user, until the transaction ends: the oldest ended ones are deleted beyond
 * a thousand, or 200,000 items. Throws `too_many_jobs` when too many are running.
 */
export async function makeRoom(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await lockUser(tx, userId)
  const { running } = await countOpenImports(tx, userId)
  if (running >= MAX_RUNNING) {
    throw new Problem('too_many_jobs', {
      detail: `${running} of your imports and batches are running. Wait until one ends, or cancel one.`,
      context: { running, limit: MAX_RUNNING },
    })
  }
  await deleteOldestImports(tx, userId, { imports: KEPT_IMPORTS, episodes: KEPT_EPISODES })
}

/** Makes room for more imports of a locked user that may wait, as `makeRoom` does. Returns how many of `wanted` have it. */
export async function makeRoomToWait(tx: Prisma.TransactionClient, userId: string, wanted: number): Promise<number> {
  const { waiting } = await countOpenImports(tx, userId)
  const room = Math.max(0, Math.min(wanted, MAX_WAITING - waiting))
  if (room > 0) await deleteOldestImports(tx, userId, { imports: KEPT_IMPORTS - room + 1, episodes: KEPT_EPISODES })
  return room
}

/** The problem of an import for which there is no room to wait. */
export function tooManyWaiting(): Problem {
  return new Problem('too_many_jobs', {
    detail: `${MAX_WAITING} of your imports are waiting. Import this podcast when some of them have ended.`,
    context: { limit: MAX_WAITING },
  })
}

/** Begins as many of a user's waiting imports as have room, in the order in which they came. The user is locked. */
export async function beginWaiting(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const { running, waiting } = await countOpenImports(tx, userId)
  if (waiting === 0 || running >= RUNNING_OF_SUBSCRIPTIONS) return
  const begun = await listWaitingImports(tx, userId, RUNNING_OF_SUBSCRIPTIONS - running)
  for (const batchId of begun) await beginWork(tx, IMPORT_WORK, batchId, { batchId, userId })
}
