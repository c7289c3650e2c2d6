import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { countImporters } from '../import-table'
import { type BusyHost, beginItems, listBusyHosts, lockClaims } from './item-table'
import { type OpenItem, openItem } from './open-item'

/** The most episodes of one host at a time. */
const PER_HOST = 3

/** How many episodes a user may begin now: all users share the slots equally. */
async function roomFor(tx: Prisma.TransactionClient, userId: string, busy: readonly BusyHost[]): Promise<number> {
  const importing = await countImporters(tx)
  const limit = env().IMPORT_CONCURRENCY
  const share = Math.max(1, Math.floor(limit / Math.max(1, importing)))
  const count = (of: readonly BusyHost[]) => of.reduce((sum, { items }) => sum + items, 0)
  return Math.min(limit - count(busy), share - count(busy.filter((one) => one.userId === userId)))
}

/** How many episodes of each host are running. */
function takenPerHost(busy: readonly BusyHost[]): Map<string, number> {
  const taken = new Map<string, number>()
  for (const { host, items } of busy) taken.set(host, (taken.get(host) ?? 0) + items)
  return taken
}

/**
 * Claims the next episodes of an import that may begin: as many as there are free slots, in all imports together, for
 * one user and for one host; of these `most`.
 */
export async function claimItems(
  { id, userId }: { id: string; userId: string },
  most = Number.MAX_SAFE_INTEGER,
): Promise<OpenItem[]> {
  if (most <= 0) return []
  return db().$transaction(async (tx) => {
    await lockClaims(tx)
    const busy = await listBusyHosts(tx)
    const room = Math.min(most, await roomFor(tx, userId, busy))
    if (room <= 0) return []
    const items = await beginItems(tx, id, { taken: takenPerHost(busy), room, perHost: PER_HOST })
    return items.map((row) => openItem.parse(row))
  })
}
