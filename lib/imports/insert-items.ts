import type { Db } from '@/lib/platform/db'
import type { ImportBatch } from '@/lib/platform/generated/prisma/client'
import type { ProblemBody } from '@/lib/platform/problem-schema'
import type { EpisodeMedia } from '@/lib/podcasts/probe-episode'
import type { ItemStatus, SkipReason } from './contract'

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
  episode?: EpisodeMedia
  reason?: SkipReason
  error?: ProblemBody
  libraryItemId?: string
  finishedAt?: Date
}

/** Inserts episodes of an import in one statement: there may be thousands. */
export async function insertItems(
  tx: Db,
  { id, userId }: Pick<ImportBatch, 'id' | 'userId'>,
  rows: readonly ItemRow[],
): Promise<void> {
  await tx.$executeRaw`
    insert into import_item (batch_id, user_id, position, guid, title, audio_url, published_at, duration_ms, host, video_id,
                             state, episode, reason, error, library_item_id, finished_at)
    select ${id}::uuid, ${userId}::uuid, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      "position" int, guid text, title text, "audioUrl" text, "publishedAt" timestamptz, "durationMs" int, host text,
      "videoId" text, state text, episode json, reason text, error json, "libraryItemId" uuid, "finishedAt" timestamptz)`
}
