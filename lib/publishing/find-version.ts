import { createHash } from 'node:crypto'
import { pool } from '@/lib/platform/db'
import { isSlug } from './make-slug'

type Row = { parts: string }

/** All that a published transcript shows may change by. The text is not read for it. */
const FIND = {
  name: 'find_public_version',
  text: `select concat_ws('|', t.id, t.changed_at, e.covered_ms, p.created_at, m.title, m.author, m.thumbnail_url,
                          m.published_at, m.kind) as parts
         from publication p join entry e on e.id = p.entry_id join transcript t on t.id = e.transcript_id
         join media m on m.id = e.media_id
         where p.slug = $1`,
}

const VERSION_CHARACTERS = 22

/**
 * The version of a published transcript: the same as long as it shows the same; null when nothing is published under the
 * slug. Asked on every request, so that what is kept of a page is never shown a moment longer than it may be.
 */
export async function findVersion(slug: string): Promise<string | null> {
  if (!isSlug(slug)) return null
  const { rows } = await pool().query<Row>({ ...FIND, values: [slug] })
  const [row] = rows
  return row ? createHash('sha256').update(row.parts).digest('base64url').slice(0, VERSION_CHARACTERS) : null
}
