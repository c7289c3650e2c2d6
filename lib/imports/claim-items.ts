import { db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { type OpenItem, openItem } from './open-item'

/** Claims are serialised over all processes, which keeps the limits exact. */
const CLAIM_LOCK = 7_311_077
/** The most episodes of one host at a time. */
const PER_HOST = 3
/** How many queued episodes are searched for one whose host is free. */
const WINDOW = 200

type Busy = { userId: string; host: string; items: number }

/** How many episodes a user may begin now: all users share the slots equally. */
async function roomFor(tx: Prisma.TransactionClient, userId: string, busy: readonly Busy[]): Promise<number> {
  const importing = await tx.importBatch.findMany({
    where: { status: 'in_progress' },
    distinct: ['userId'],
    select: { userId: true },
  })
  const limit = env().IMPORT_CONCURRENCY
  const share = Math.max(1, Math.floor(limit / Math.max(1, importing.length)))
  const count = (of: readonly Busy[]) => of.reduce((sum, { items }) => sum + items, 0)
  return Math.min(limit - count(busy), share - count(busy.filter((one) => one.userId === userId)))
}

/** How many episodes of each host are running. */
function takenPerHost(busy: readonly Busy[]): Map<string, number> {
  const taken = new Map<string, number>()
  for (const { host, items } of busy) taken.set(host, (taken.get(host) ?? 0) + items)
  return taken
}

/** A new episode is due at once: its time is stored in milliseconds, perhaps rounded up. */
async function claim(tx: Prisma.TransactionClient, batchId: string, room: number, busy: readonly Busy[]) {
  const perHost = takenPerHost(busy)
  const hosts = [...perHost.keys()]
  const taken = [...perHost.values()]
  const full = hosts.filter((host) => (perHost.get(host) ?? 0) >= PER_HOST)
  return tx.$queryRaw<unknown[]>`
    with near as (
      select position, host from import_item
      where batch_id = ${batchId}::uuid and state = 'queued' and due_at < now() + interval '1 ms'
        and host <> all(${full}::text[])
      order by position limit ${WINDOW}
    ), ranked as (
      select near.position, row_number() over (partition by near.host order by near.position) + coalesce(b.taken, 0) as place
      from near left join unnest(${hosts}::text[], ${taken}::int[]) as b(host, taken) on b.host = near.host
    ), next as (
      select position from ranked where place <= ${PER_HOST} order by position limit ${room}
    )
    update import_item i set state = 'in_progress', started_at = coalesce(started_at, now())
    from next where i.batch_id = ${batchId}::uuid and i.position = next.position
    returning i.position, i.host, i.video_id as "videoId", i.episode, i.job_id as "jobId", i.failures`
}

/**
 * Claims the next episodes of an import that may begin: as many as there are free slots, in all imports together, for
 * one user and for one host.
 */
export async function claimItems({ id, userId }: { id: string; userId: string }): Promise<OpenItem[]> {
  return db().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(${CLAIM_LOCK})) as locked`
    const busy = await tx.$queryRaw<Busy[]>`
      select user_id as "userId", host, count(*)::int as items from import_item where state = 'in_progress' group by 1, 2`
    const room = await roomFor(tx, userId, busy)
    return room > 0 ? (await claim(tx, id, room, busy)).map((row) => openItem.parse(row)) : []
  })
}
