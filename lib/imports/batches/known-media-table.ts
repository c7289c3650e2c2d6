import { pool } from '@/lib/core/db/db'
import type { ItemMedia } from './parse-items'

/** The stored facts of the media of an item: its length, and whether the user has its whole transcript. */
export type KnownMedia = { index: number; title: string | null; durationMs: number | null; isOwn: boolean }

/** A text that arrived through a user's feed reveals its recording only to the users of that feed. */
const FIND = `
  select p.index, coalesce(e.custom_title, e.title, m.title) as title, e.id is not null as "isOwn",
         (select max(t.total_ms) from transcript t where t.media_id = m.id and t.complete and t.origin = '') as "durationMs"
  from json_to_recordset($1::json) as p(index int, platform text, "videoId" text, "accessKey" text, lang text)
  join media m on m.platform = p.platform and m.video_id = p."videoId" and m.access_key = p."accessKey"
    and (m.owner_id is null or m.owner_id = $2)
  left join library_item e on e.media_id = m.id and e.user_id = $2 and (e.requested_lang = p.lang or p.lang = any(e.also_requested))
    and e.transcript_id is not null and e.covered_ms is null`

/** Looks up the media of some items of a batch that are known already, by the index of the item. */
export async function findKnownMedia(
  userId: string,
  items: readonly (ItemMedia & { index: number; lang: string })[],
): Promise<Map<number, KnownMedia>> {
  const { rows } = await pool().query<KnownMedia>(FIND, [JSON.stringify(items), userId])
  return new Map(rows.map((row) => [row.index, row]))
}
