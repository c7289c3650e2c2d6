import { pool } from '@/lib/platform/db'
import { isSlug } from './make-slug'
import { versionOf } from './revalidation'

type Row = { parts: string }

/** All that a published transcript shows may change by. The text is not read for it. */
const FIND = {
  name: 'find_public_version',
  text: `select concat_ws('|', t.id, t.changed_at, e.covered_ms, p.created_at, coalesce(e.title, m.title),
                          coalesce(e.author, m.author), coalesce(e.thumbnail_url, m.thumbnail_url),
                          coalesce(e.published_at, m.published_at), m.kind) as parts
         from publication p join library_item e on e.id = p.library_item_id join transcript t on t.id = e.transcript_id
         join media m on m.id = e.media_id join users u on u.id = p.user_id
         where p.slug = coalesce((select successor.slug from former_slug f
                                  join publication successor on successor.library_item_id = f.library_item_id
                                  where f.slug = $1 and f.withdrawn_at is null), $1)
           and p.taken_down_at is null and u.suspended_at is null`,
}

/**
 * The version of a published transcript: the same as long as it shows the same; null when nothing is published under the
 * slug. Asked on every request, so that what is kept of a page is never shown a moment longer than it may be.
 */
export async function findVersion(slug: string): Promise<string | null> {
  if (!isSlug(slug)) return null
  const { rows } = await pool().query<Row>({ ...FIND, values: [slug] })
  const [row] = rows
  return row ? versionOf(row.parts) : null
}
