import type pg from 'pg'
import { log } from '@/lib/core/log'
import type { ExecutorContext } from '../context'
import { WORK_CHANNEL } from './item-table'

/** The first number of the advisory locks that show which executors live; the second is the executor's own. */
const OWNER_LOCKS = 7_311_002

/**
 * Holds the lock that shows that an executor lives, for as long as the connection does. The lock is shared: an earlier
 * connection of the same executor may still hold it.
 */
export async function lockOwner(client: pg.Client, owner: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [OWNER_LOCKS, owner])
}

/** An executor whose connection broke takes its lock again well within this time. */
const GRACE_MS = 400

const OWNERS_WITHOUT_LOCK = `
  select distinct lease_owner as owner from durable_item
  where lease_until > now() and lease_owner is not null and not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and classid = $1::int::oid and objid = lease_owner::oid and objsubid = 2
      and database = (select oid from pg_database where datname = current_database()))`

const RELEASE = `
  with freed as (
    update durable_item set lease_until = null, lease_owner = null where lease_owner = any($1) returning 1)
  select pg_notify($2, ''), count(*)::int as count from freed`

/** Owners that were seen without their lock, and since when (Unix milliseconds). */
export type Suspects = Map<number, number>

/**
 * Releases the items of dead executors, so that they need not wait for their leases to end. An executor is dead when its
 * lock has been free for a while. Returns the owners seen without a lock, which include this executor's own number when
 * its connection is gone; call again with the same `suspects`.
 */
export async function releaseDeadLeases(context: ExecutorContext, suspects: Suspects): Promise<number[]> {
  const { rows } = await context.pool.query<{ owner: number }>(OWNERS_WITHOUT_LOCK, [OWNER_LOCKS])
  const owners = rows.map(({ owner }) => owner)
  for (const owner of suspects.keys()) if (!owners.includes(owner)) suspects.delete(owner)
  for (const owner of owners) if (!suspects.has(owner)) suspects.set(owner, Date.now())
  const dead = owners.filter((owner) => owner !== context.owner && Date.now() - (suspects.get(owner) ?? 0) >= GRACE_MS)
  if (dead.length > 0) {
    log.info('taking over the work of executors that are gone', { owners: dead })
    await context.pool.query(RELEASE, [dead, WORK_CHANNEL])
  }
  return owners
}
