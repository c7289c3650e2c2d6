import type { EventKind } from '@/lib/core/db/events'
import { lockUser } from '@/lib/core/db/lock-user'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import type { WorkOf } from '@/lib/durable/work'
import { deleteOldestImports } from './import-table'
import { OPEN_STATUSES } from './states'

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

/** How many imports and batches of one user may be running or queued. */
const MAX_OPEN = 20

/** How many imports and items of a user are kept: the oldest ended imports are deleted for a new one. */
const KEPT_IMPORTS = 1000
const KEPT_EPISODES = 200_000

/**
 * Makes room for one more import or batch of a user, until the transaction ends: the oldest ended ones are deleted beyond
 * a thousand, or 200,000 items. Throws `too_many_jobs` when too many are running.
 */
export async function makeRoom(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await lockUser(tx, userId)
  const running = await tx.importBatch.count({ where: { userId, watchId: null, status: { in: OPEN_STATUSES } } })
  if (running >= MAX_OPEN) {
    throw new Problem('too_many_jobs', {
      detail: `${running} of your imports and batches are running. Wait until one ends, or cancel one.`,
      context: { running, limit: MAX_OPEN },
    })
  }
  await deleteOldestImports(tx, userId, { imports: KEPT_IMPORTS, episodes: KEPT_EPISODES })
}
