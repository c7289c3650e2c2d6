import type { MediaRef } from '@/lib/archive/media-ref'
import { SMALL_TEXT_SQL, type StoredTranscript } from '@/lib/archive/stored-transcript'
import type { Actor } from '@/lib/platform/actor'
import { pool } from '@/lib/platform/db'
import type * as rows from '@/lib/platform/generated/prisma/client'

/** A whole transcript that the caller has had before: charged, and in the library. */
export type DeliveredTranscript = { transcript: StoredTranscript; media: rows.Media; libraryItemId: string }

/** The most repeated read: one statement, prepared once per connection, without the ORM. */
const FIND = {
  name: 'find_delivered_transcript',
  text: `
    select e.id as "libraryItemId",
           t.id as "t_id", t.media_id as "t_mediaId", t.requested_lang as "t_requestedLang", t.lang as "t_lang",
           t.also_requested as "t_alsoRequested", t.lang_specified as "t_langSpecified", t.original as "t_original",
           t.edition as "t_edition",
           t.source as "t_source", t.engine_name as "t_engineName", t.engine_model as "t_engineModel",
           t.available_langs as "t_availableLangs", ${SMALL_TEXT_SQL} as "t_segments",
           t.segments_bytes as "t_segmentsBytes", t.covered_ms as "t_coveredMs",
           t.total_ms as "t_totalMs", t.complete as "t_complete", t.warnings as "t_warnings",
           t.created_at as "t_createdAt", t.origin as "t_origin", t.changed_at as "t_changedAt",
           m.id as "m_id", m.platform as "m_platform", m.video_id as "m_videoId", m.access_key as "m_accessKey",
           m.owner_id as "m_ownerId", m.url as "m_url", coalesce(e.title, m.title) as "m_title",
           coalesce(e.author, m.author) as "m_author", coalesce(e.thumbnail_url, m.thumbnail_url) as "m_thumbnailUrl",
           coalesce(e.published_at, m.published_at) as "m_publishedAt", m.kind as "m_kind",
           m.created_at as "m_createdAt", m.last_requested_at as "m_lastRequestedAt"
    from media m
    join library_item e on e.media_id = m.id and e.user_id = $1 and (e.requested_lang = $2 or $2 = any(e.also_requested))
    join transcript t on t.id = e.transcript_id and (t.requested_lang = $2 or $2 = any(t.also_requested)) and t.complete
    where e.covered_ms is null and m.platform = $3 and m.video_id = $4 and m.access_key = $5 and m.owner_id is not distinct from $6::uuid`,
}

type Row = { libraryItemId: string } & Record<string, unknown>

function part<T>(row: Row, prefix: string): T {
  const fields = Object.entries(row).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(fields.map(([name, value]) => [name.slice(prefix.length), value])) as T
}

/** The whole transcript of a media and language that the caller has had before, as it is stored now; or null. */
export async function findDeliveredTranscript(
  actor: Actor,
  ref: MediaRef,
  requestedLang: string,
): Promise<DeliveredTranscript | null> {
  const values = [actor.userId, requestedLang, ref.platform, ref.videoId, ref.accessKey, ref.ownerId]
  const { rows: found } = await pool().query<Row>({ ...FIND, values })
  const [row] = found
  return row ? { libraryItemId: row.libraryItemId, transcript: part(row, 't_'), media: part(row, 'm_') } : null
}
