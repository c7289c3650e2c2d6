import type pg from 'pg'
import { LACKS_WORDS_SQL, SMALL_TEXT_SQL } from '@/lib/archive/transcripts/stored-transcript'
import { requestedLanguage } from '@/lib/captions/tracks/track-ids'
import type { TranscriptSource } from '@/lib/captions/transcript'
import { pool } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import type { JobStatus } from '@/lib/jobs/contract'
import type { Platform } from '@/lib/platforms/platforms'
import type { LibraryItemState, Transcription } from '../contract'

type Row = {
  id: string
  platform: Platform
  videoId: string
  state: LibraryItemState
  durationSeconds: number
  totalSeconds: number
  requestedLang: string
  alsoRequested: string[]
  createdAt: Date
  jobId: string | null
  jobStatus: JobStatus | null
  progress: number | null
  title: string | null
  sourceTitle: string | null
  url: string
  lang: string | null
  source: TranscriptSource | null
  complete: boolean
  errorCode: string | null
  slug: string | null
  unlisted: boolean | null
  expiresAt: Date | null
  views: number | null
  thumbnailUrl: string | null
  tags: string[]
}

const LOAD = {
  name: 'load_library_items',
  text: `select e.id, e.platform, e.video_id as "videoId", e.state, e.duration_seconds as "durationSeconds",
                e.total_seconds as "totalSeconds", e.requested_lang as "requestedLang", e.also_requested as "alsoRequested",
                e.created_at as "createdAt",
                e.job_id as "jobId", j.status as "jobStatus", j.progress, coalesce(e.custom_title, e.title, m.title) as title,
                coalesce(e.title, m.title) as "sourceTitle", m.url,
                coalesce(e.thumbnail_url, m.thumbnail_url) as "thumbnailUrl", t.lang, t.source,
                coalesce(t.complete and (e.covered_ms is null or e.covered_ms >= t.covered_ms) and not ${LACKS_WORDS_SQL}, false) as complete,
                coalesce(c.error, j.error) ->> 'code' as "errorCode", p.slug, p.unlisted, p.expires_at as "expiresAt", p.views,
                coalesce((select array_agg(g.name order by g.folded_name) from library_item_tag x join tag g on g.id = x.tag_id
                          where x.library_item_id = e.id), '{}') as tags
         from unnest($2::uuid[]) with ordinality as wanted (id, place)
         join library_item e on e.id = wanted.id and e.user_id = $1
         join media m on m.id = e.media_id
         left join transcript t on t.id = e.transcript_id
         left join job j on j.id = e.job_id
         left join publication p on p.library_item_id = e.id
         left join job_caller c on c.job_id = e.job_id and c.user_id = e.user_id
         order by wanted.place`,
}

function statusOf({ state, jobStatus }: Row): JobStatus {
  return state === 'in_progress' && jobStatus ? jobStatus : state
}

function publicationOf({ unlisted, expiresAt, views }: Row): Transcription['publication'] {
  if (unlisted === null || views === null) return null
  return { unlisted, expires_at: expiresAt?.toISOString() ?? null, views }
}

function toTranscription(row: Row): Transcription {
  const { state, jobId, createdAt } = row
  return {
    id: row.id,
    video_id: row.videoId,
    lang: row.lang,
    source: row.source,
    duration_seconds: row.durationSeconds,
    total_seconds: row.totalSeconds,
    complete: state === 'done' && row.complete,
    job_id: jobId,
    status: statusOf(row),
    created_at: createdAt.toISOString(),
    platform: row.platform,
    title: row.title,
    source_title: row.sourceTitle,
    url: row.url,
    requested_lang: requestedLanguage(row.requestedLang),
    requested_langs: [...new Set([row.requestedLang, ...row.alsoRequested].map(requestedLanguage))],
    progress: state === 'in_progress' ? row.progress : null,
    error_code: state === 'error' ? row.errorCode : null,
    slug: row.slug,
    publication: publicationOf(row),
    tags: row.tags,
    thumbnail_url: row.thumbnailUrl,
    passages: null,
  }
}

/** A user's library items by their ids, in that order, as the API lists them. */
export async function loadLibraryItems(client: pg.ClientBase, userId: string, ids: string[]): Promise<Transcription[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<Row>({ ...LOAD, values: [userId, ids] })
  return rows.map(toTranscription)
}

/** Runs several reads in one snapshot of the database. */
export async function inSnapshot<T>(read: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const found = await read(client)
    await client.query('commit')
    client.release()
    return found
  } catch (error) {
    // The state of the connection is unknown: it is not used again.
    client.release(true)
    throw error
  }
}

/** The size of a library item's text. `coveredMs`: the part that the user has; null: all of it. */
export type TextSize = { id: string; transcriptId: string; coveredMs: number | null; bytes: number }

const SIZES = {
  name: 'sizes_of_library_items',
  text: `select e.id, t.id as "transcriptId", e.covered_ms as "coveredMs", t.segments_bytes as bytes
         from library_item e join transcript t on t.id = e.transcript_id
         where e.user_id = $1 and e.id = any($2::uuid[])`,
}
const TEXTS = {
  name: 'texts_of_library_items',
  text: `select e.id, coalesce(${SMALL_TEXT_SQL}, '[]') as segments
         from library_item e join transcript t on t.id = e.transcript_id
         where e.user_id = $1 and e.id = any($2::uuid[])`,
}

/** The sizes of the texts of a user's library items; items without a text are left out. */
export async function findTextSizes(userId: string, ids: readonly string[]): Promise<TextSize[]> {
  const { rows } = await pool().query<TextSize>({ ...SIZES, values: [userId, ids] })
  return rows
}

/** The segments of the texts of a user's library items, as they are stored; empty for a large text. */
export async function loadTexts(
  userId: string,
  ids: readonly string[],
): Promise<{ id: string; segments: Prisma.JsonValue }[]> {
  const { rows } = await pool().query<{ id: string; segments: Prisma.JsonValue }>({ ...TEXTS, values: [userId, ids] })
  return rows
}
