import { log } from '@/lib/platform/log'
import type { ExecutorContext } from './context'
import { WORK_CHANNEL } from './item-table'
import { OWNER_LOCKS } from './listen'

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
 * Frees what executors hold that live no more, so that it needn't wait for the leases' end. An executor is dead when
 * its lock has been free for a while. Gives the owners seen without a lock, this executor's own number among them when
 * its own connection is gone; call again with the same `suspects`.
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
