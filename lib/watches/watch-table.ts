import { type Db, db } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import type { Watch } from '@/lib/core/generated/prisma/client'

/** How many due watches are looked at for some whose server is free. */
const WINDOW = 300

/** How long a claimed check belongs to its process. */
const LEASE_SECONDS = 360

/** `taken`: how many checks of each server run here; `room`: how many may begin, of one server `perHost`. */
type WatchClaim = {
  taken: ReadonlyMap<string, number>
  room: number
  perHost: number
  /** The time by which they are due; the database's own by default. */
  until?: Date
}

/**
 * Claims due watches, those that are due longest first: no other process gets them until the lease ends. Returns the
 * ids.
 */
export async function claimDueWatches({ taken, room, perHost, until }: WatchClaim): Promise<string[]> {
  const hosts = [...taken.keys()]
  const full = hosts.filter((host) => (taken.get(host) ?? 0) >= perHost)
  const rows = await db().$queryRaw<{ id: string }[]>`
    with due as (
      select id, host, next_check_at from watch
      where next_check_at <= coalesce(${until ?? null}::timestamptz, now()) and (lease_until is null or lease_until < now())
        and host <> all(${full}::text[])
      order by next_check_at limit ${WINDOW} for update skip locked
    ), ranked as (
      select due.id, due.next_check_at,
        row_number() over (partition by due.host order by due.next_check_at) + coalesce(b.taken, 0) as place
      from due left join unnest(${hosts}::text[], ${[...taken.values()]}::int[]) as b(host, taken) on b.host = due.host
    ), next as (
      select id from ranked where place <= ${perHost} order by next_check_at limit ${room}
    )
    update watch w set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), claims = claims + 1
    from next where w.id = next.id returning w.id`
  return rows.map(({ id }) => id)
}

/** Claims one watch if it is due. Returns whether it was. */
export async function claimWatch(id: string): Promise<boolean> {
  const count = await db().$executeRaw`
    update watch set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), claims = claims + 1
    where id = ${id}::uuid and next_check_at <= now() and (lease_until is null or lease_until < now())`
  return count > 0
}

/**
 * Locks a watch until the transaction's end and returns it as it is then, if it still belongs to the claim and was not
 * paused meanwhile.
 */
export async function lockClaimed(tx: Db, { id, claims }: Pick<Watch, 'id' | 'claims'>): Promise<Watch | null> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from watch
    where id = ${id}::uuid and claims = ${claims} and lease_until is not null and paused_at is null for update`
  return rows.length > 0 ? tx.watch.findUnique({ where: { id } }) : null
}

/** Makes a watch due: its server says that there is something new, or its user asks. Not while it is paused. */
export async function makeDue(tx: Db, id: string): Promise<void> {
  await tx.$executeRaw`
    update watch set next_check_at = least(next_check_at, now())
    where id = ${id}::uuid and next_check_at is not null`
}

/** Deletes the batches of watches that ended so long ago; which items were taken is kept. Returns how many. */
export function purgeWatchBatches(days = 90): Promise<number> {
  return purgeRows('import_batch', 'watch_id is not null and finished_at < now() - make_interval(days => $1)', [days])
}
