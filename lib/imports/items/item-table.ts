import type { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { type Db, db } from '@/lib/core/db/db'
import type { ImportBatch } from '@/lib/core/generated/prisma/client'
import type { SourceField } from '@/lib/core/generated/prisma/enums'
import { type ProblemBody, problemSchema } from '@/lib/core/problem/problem-schema'
import type { EpisodeMedia } from '@/lib/podcasts/episode-media'
import { DEFAULT_LANG } from '@/lib/transcripts/parse-request'
import type { ItemStatus, SkipReason } from '../contract'

/** The advisory lock of claims. */
const CLAIM_LOCK = 7_311_077
/** How many queued episodes are searched for one whose host is free. */
const WINDOW = 200

/** An episode to insert, with its outcome where it has one already. */
export type ItemRow = {
  position: number
  guid: string
  title: string
  audioUrl: string
  publishedAt: Date | null
  durationMs: number | null
  host: string
  videoId: string | null
  state: ItemStatus
  /** The request of an item of a batch. */
  field?: SourceField
  lang?: string | null
  format?: string | null
  customId?: string | null
  uploadId?: string | null
  episode?: EpisodeMedia
  reason?: SkipReason
  error?: ProblemBody
  libraryItemId?: string
  finishedAt?: Date
}

/** Inserts items of an import in one statement: there may be thousands. */
export async function insertItems(
  tx: Db,
  { id, userId }: Pick<ImportBatch, 'id' | 'userId'>,
  rows: readonly ItemRow[],
): Promise<void> {
  await tx.$executeRaw`
    insert into import_item (batch_id, user_id, position, guid, title, audio_url, published_at, duration_ms, host, video_id,
                             state, field, lang, format, custom_id, upload_id, episode, reason, error, library_item_id, finished_at)
    select ${id}::uuid, ${userId}::uuid, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      "position" int, guid text, title text, "audioUrl" text, "publishedAt" timestamptz, "durationMs" int, host text,
      "videoId" text, state import_item_state, field source_field, lang text, format text, "customId" text, "uploadId" uuid,
      episode json, reason skip_reason, error json, "libraryItemId" uuid, "finishedAt" timestamptz)`
}

type Known = { key: string; libraryItemId: string }

const toMap = (known: readonly Known[]) => new Map(known.map(({ key, libraryItemId }) => [key, libraryItemId]))

type RecordingId = Pick<MediaRef, 'videoId' | 'accessKey'>

const keyOf = ({ videoId, accessKey }: RecordingId) => `${videoId} ${accessKey}`

/** Which of these media the user has a whole transcript of: a function that gives the library item of one, or null. */
export async function findKnownRecordings(
  tx: Db,
  batch: Pick<ImportBatch, 'userId' | 'lang' | 'platform'>,
  recordings: readonly RecordingId[],
): Promise<(recording: RecordingId) => string | null> {
  const known = await tx.$queryRaw<Known[]>`
    select m.video_id || ' ' || m.access_key as key, e.id as "libraryItemId"
    from json_to_recordset(${JSON.stringify(recordings)}::json) as r("videoId" text, "accessKey" text)
    join media m on m.platform = ${batch.platform ?? 'podcast'} and m.video_id = r."videoId" and m.access_key = r."accessKey"
    join library_item e on e.media_id = m.id
    where e.user_id = ${batch.userId}::uuid and (e.requested_lang = ${requestedLangOf(batch)} or ${requestedLangOf(batch)} = any(e.also_requested))
      and e.transcript_id is not null and e.covered_ms is null`
  const libraryItems = toMap(known)
  return (recording) => libraryItems.get(keyOf(recording)) ?? null
}

/**
 * The items that the user's earlier imports of a feed or list have brought, by its own ids: the URLs of recordings
 * change.
 */
export async function findKnownEpisodes(
  tx: Db,
  { userId, lang }: Pick<ImportBatch, 'userId' | 'lang'>,
  feedUrl: string,
): Promise<Map<string, string>> {
  const known = await tx.$queryRaw<Known[]>`
    select distinct o.guid as key, o.library_item_id as "libraryItemId"
    from import_batch b
    join import_item o on o.batch_id = b.id and o.state in ('done', 'skipped')
    join library_item e on e.id = o.library_item_id and e.transcript_id is not null and e.covered_ms is null
    where b.user_id = ${userId}::uuid and b.feed_url = ${feedUrl} and b.lang is not distinct from ${lang}`
  return toMap(known)
}

/** The requested language of an import's transcripts: the one it names, else the default of a request. */
function requestedLangOf({ lang }: { lang: string | null }): string {
  return lang ?? DEFAULT_LANG
}

/** How many items a user has in progress on a host. */
export type BusyHost = { userId: string; host: string; items: number }

/** Locks claims until the transaction's end: they are made one after the other in all processes, which keeps limits exact. */
export async function lockClaims(tx: Db): Promise<void> {
  await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(${CLAIM_LOCK})) as locked`
}

/** The users and hosts with items in progress. */
export async function listBusyHosts(tx: Db): Promise<BusyHost[]> {
  return tx.$queryRaw<BusyHost[]>`
    select user_id as "userId", host, count(*)::int as items from import_item where state = 'in_progress' group by 1, 2`
}

/** `taken`: how many items of each host are in progress already; `room`: how many may begin, of one host `perHost`. */
type ItemClaim = { taken: ReadonlyMap<string, number>; room: number; perHost: number }

/** Begins the next items of an import and returns them. `due_at` has 1 ms of tolerance: it may have been rounded up. */
export async function beginItems(tx: Db, batchId: string, { taken, room, perHost }: ItemClaim): Promise<unknown[]> {
  const hosts = [...taken.keys()]
  const full = hosts.filter((host) => (taken.get(host) ?? 0) >= perHost)
  return tx.$queryRaw<unknown[]>`
    with near as (
      select position, host from import_item
      where batch_id = ${batchId}::uuid and state = 'queued' and due_at < now() + interval '1 ms'
        and host <> all(${full}::text[])
      order by position limit ${WINDOW}
    ), ranked as (
      select near.position, row_number() over (partition by near.host order by near.position) + coalesce(b.taken, 0) as place
      from near left join unnest(${hosts}::text[], ${[...taken.values()]}::int[]) as b(host, taken) on b.host = near.host
    ), next as (
      select position from ranked where place <= ${perHost} order by position limit ${room}
    )
    update import_item i set state = 'in_progress', started_at = coalesce(started_at, now())
    from next where i.batch_id = ${batchId}::uuid and i.position = next.position
    returning i.position, i.host, i.video_id as "videoId", i.audio_url as "audioUrl", i.field, i.lang, i.episode, i.job_id as "jobId", i.failures`
}

const storedErrorSchema = problemSchema.pick({ code: true, context: true })
type StoredError = z.infer<typeof storedErrorSchema>

/** The errors of the last finished items of an import on a host, the newest first; null for a success. */
export async function lastErrors(batchId: string, host: string, limit: number): Promise<(StoredError | null)[]> {
  const rows = await db().$queryRaw<{ error: unknown }[]>`
    select error from import_item
    where batch_id = ${batchId}::uuid and host = ${host} and finished_at is not null and started_at is not null
    order by finished_at desc limit ${limit}`
  return rows.map(({ error }) => storedErrorSchema.nullable().parse(error))
}
