import { type Db, db } from '@/lib/core/db/db'
import type { WatchItemState } from '@/lib/core/generated/prisma/enums'
import type { SeenItems } from './find-new-items'

/** The most items that are remembered of a watch, and the most that wait. */
const MAX_REMEMBERED = 100_000
export const MAX_WAITING = 1000

export type NewWatchItem = {
  position: number
  title: string
  publishedAt: Date | null
  keys: readonly string[]
  state: WatchItemState
  source: object | null
  takenAt: Date | null
  batchId: string | null
  batchPosition: number | null
}

export async function loadSeen(tx: Db, watchId: string): Promise<{ seen: SeenItems; next: number }> {
  const rows = await tx.$queryRaw<{ position: number; keys: string[] }[]>`
    select position, keys from watch_item where watch_id = ${watchId}::uuid order by position`
  return { seen: new Map(rows.map(({ position, keys }) => [position, keys])), next: (rows.at(-1)?.position ?? -1) + 1 }
}

/** Rows per statement: the JSON of all that a list may have takes too long to write without a pause. */
const ROWS = 1000

/** Inserts items, of which there may be thousands. */
export async function insertSeen(
  tx: Db,
  { id, userId }: { id: string; userId: string },
  items: readonly NewWatchItem[],
): Promise<void> {
  for (let start = 0; start < items.length; start += ROWS) {
    await tx.$executeRaw`
      insert into watch_item (watch_id, user_id, position, title, published_at, keys, state, source, taken_at, batch_id,
                              batch_position)
      select ${id}::uuid, ${userId}::uuid, r."position", r.title, r."publishedAt",
             array(select json_array_elements_text(r.keys)), r.state, r.source, r."takenAt", r."batchId",
             r."batchPosition"
      from json_to_recordset(${JSON.stringify(items.slice(start, start + ROWS))}::json) as r(
        "position" int, title text, "publishedAt" timestamptz, keys json, state watch_item_state, source json,
        "takenAt" timestamptz, "batchId" uuid, "batchPosition" int)`
  }
}

/** Stores the keys that items have now. */
export async function updateKeys(tx: Db, watchId: string, changed: ReadonlyMap<number, string[]>): Promise<void> {
  if (changed.size === 0) return
  const rows = [...changed].map(([position, keys]) => ({ position, keys }))
  await tx.$executeRaw`
    update watch_item i set keys = array(select json_array_elements_text(r.keys))
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("position" int, keys json)
    where i.watch_id = ${watchId}::uuid and i.position = r."position"`
}

/** Forgets the items that were seen first, beyond what is remembered. */
export async function deleteOldestSeen(tx: Db, watchId: string, next: number): Promise<void> {
  if (next <= MAX_REMEMBERED) return
  await tx.$executeRaw`
    delete from watch_item where watch_id = ${watchId}::uuid and position < ${next - MAX_REMEMBERED}
      and (taken_at is null or taken_at < now() - interval '1 day')`
}

/** How many items of a watch were taken and wait. */
export type TakenCount = { watchId: string; taken: number; waiting: number; lastTakenAt: Date | null }

/** Counts what was taken of some watches of a user, and what waits. */
export async function countTaken(userId: string, watchIds: readonly string[]): Promise<TakenCount[]> {
  if (watchIds.length === 0) return []
  return db().$queryRaw<TakenCount[]>`
    select watch_id as "watchId", count(*) filter (where state = 'taken')::int as taken,
           count(*) filter (where state = 'waiting')::int as waiting, max(taken_at) as "lastTakenAt"
    from watch_item
    where watch_id = any(${[...watchIds]}::uuid[]) and user_id = ${userId}::uuid and state in ('taken', 'waiting')
    group by 1`
}

/** For so many days a recording that had not begun, or was live, is tried again. */
const LIVE_DAYS = 7

/** The places of items that were taken before their recording could be had: a stream that had not begun, or was live. */
export async function listTooEarly(tx: Db, watchId: string): Promise<number[]> {
  const rows = await tx.$queryRaw<{ position: number }[]>`
    select i.position from watch_item i
    join import_item o on o.batch_id = i.batch_id and o.position = i.batch_position
    where i.watch_id = ${watchId}::uuid and i.state = 'taken' and o.state = 'failed'
      and o.error->>'code' in ('source_live', 'source_not_started')
      and i.seen_at > now() - make_interval(days => ${LIVE_DAYS}::int)`
  return rows.map(({ position }) => position)
}
