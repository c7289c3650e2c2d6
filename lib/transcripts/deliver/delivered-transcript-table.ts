import type { MediaRef } from '@/lib/archive/media/media-ref'
import { CAPTION_ORIGIN } from '@/lib/archive/transcripts/recording-origin'
import { SMALL_TEXT_SQL, type StoredTranscript } from '@/lib/archive/transcripts/stored-transcript'
import type { Actor } from '@/lib/core/actor'
import { pool } from '@/lib/core/db/db'
import type * as rows from '@/lib/core/generated/prisma/client'
import { Prisma } from '@/lib/core/generated/prisma/client'

/** A whole transcript that the caller has had before: charged, and in the library. */
export type DeliveredTranscript = { transcript: StoredTranscript; media: rows.Media; libraryItemId: string }

/** A feed's description of an episode replaces that of the media; a user's own title replaces both. */
const DESCRIBED = ['author', 'thumbnailUrl', 'publishedAt']

const toColumn = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Selects fields of the Prisma schema as columns whose names begin with a prefix. */
function select(prefix: string, fields: readonly string[], toSql: (field: string) => string): string {
  return fields.map((field) => `${toSql(field)} as "${prefix}${field}"`).join(', ')
}

const TRANSCRIPT = select('t_', Object.keys(Prisma.TranscriptScalarFieldEnum), (field) =>
  field === 'segments'
    ? `case when t.id is distinct from $7::uuid or t.changed_at is distinct from $8 then ${SMALL_TEXT_SQL} end`
    : `t.${toColumn(field)}`,
)
const MEDIA = select('m_', Object.keys(Prisma.MediaScalarFieldEnum), (field) => {
  const column = toColumn(field)
  if (field === 'title') return 'coalesce(e.custom_title, e.title, m.title)'
  return DESCRIBED.includes(field) ? `coalesce(e.${column}, m.${column})` : `m.${column}`
})

/** The most repeated read: one statement, prepared once per connection, without the ORM. */
const FIND = {
  name: 'find_delivered_transcript',
  text: `
    select e.id as "libraryItemId", ${TRANSCRIPT}, ${MEDIA}
    from media m
    join library_item e on e.media_id = m.id and e.user_id = $1 and (e.requested_lang = $2 or $2 = any(e.also_requested))
    join transcript t on t.id = e.transcript_id and (t.requested_lang = $2 or $2 = any(t.also_requested)) and t.complete
    left join transcript made on made.id = t.corrected_from_id
    where e.covered_ms is null and m.platform = $3 and m.video_id = $4 and m.access_key = $5 and m.owner_id is not distinct from $6::uuid
      and case when $9::text is null then coalesce(made.origin, t.origin) not like '${CAPTION_ORIGIN}%'
        else coalesce(made.origin, t.origin) = $9 end`,
}

type Narrowing = { known?: Pick<StoredTranscript, 'id' | 'changedAt'> | null; captionOrigin?: string | null }

type Row = { libraryItemId: string } & Record<string, unknown>

/** The columns of a row that begin with a prefix, as an object without it. */
function part<T>(row: Row, prefix: string): T {
  const fields: Record<string, unknown> = {}
  for (const name in row) if (name.startsWith(prefix)) fields[name.slice(prefix.length)] = row[name]
  return fields as T
}

/**
 * The whole transcript of a media and language that the caller has had before, as it is stored now; or null. A text
 * from captions that were sent with an upload is found by their origin only. The segments of the version that is `known` are
 * left out.
 */
export async function findDeliveredTranscript(
  actor: Actor,
  ref: MediaRef,
  requestedLang: string,
  { known = null, captionOrigin = null }: Narrowing = {},
): Promise<DeliveredTranscript | null> {
  const asked = [actor.userId, requestedLang, ref.platform, ref.videoId, ref.accessKey, ref.ownerId]
  const values = [...asked, known?.id ?? null, known?.changedAt ?? null, captionOrigin]
  const { rows: found } = await pool().query<Row>({ values, ...FIND })
  const [row] = found
  return row ? { libraryItemId: row.libraryItemId, transcript: part(row, 't_'), media: part(row, 'm_') } : null
}
