import type { EventKind } from '@/lib/core/db/events'
import { lockUser } from '@/lib/core/db/lock-user'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { deleteOldestImports } from './import-table'
import { OPEN_STATUSES } from './states'

/** An import or a batch is to be worked on, by this run of it; the first one is not counted. */
export const IMPORT_REQUESTED: EventKind<{ batchId: string; userId: string; run?: number }> = {
  name: 'import/requested',
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
