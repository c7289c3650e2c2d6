import { pool } from '@/lib/platform/db'
import type { PublicIndex } from './contract'

type Row = { slug: string; updatedAt: Date }

const LIST = {
  name: 'list_public',
  text: `select p.slug, greatest(p.created_at, t.changed_at) as "updatedAt"
         from publication p join library_item e on e.id = p.library_item_id join transcript t on t.id = e.transcript_id
              join users u on u.id = p.user_id
         where p.slug > $1 and p.taken_down_at is null and u.suspended_at is null order by p.slug limit $2`,
}

/** Published transcripts by their slugs in alphabetical order, from after one on. */
export async function listPublic({ after, limit }: { after: string; limit: number }): Promise<PublicIndex> {
  const { rows } = await pool().query<Row>({ ...LIST, values: [after, limit + 1] })
  const items = rows.slice(0, limit).map(({ slug, updatedAt }) => ({ slug, updated_at: updatedAt.toISOString() }))
  return { items, next_after: rows.length > limit ? (items.at(-1)?.slug ?? null) : null }
}
