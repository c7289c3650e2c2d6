import { type Db, db } from '@/lib/platform/db'
import type { ImportBatch } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import { toProblemBody } from '@/lib/platform/problem-body'
import { type EpisodeMedia, probeEpisode } from '@/lib/podcasts/probe-episode'
import { directLink } from '@/lib/sources/direct-link'
import type { ItemStatus } from './contract'
import { findKnownEpisodes, findKnownRecordings } from './find-known'
import { type FoundPodcast, findPodcast } from './find-podcast'
import { type ItemRow, insertItems } from './insert-items'

/** The time limit for the feed of a large show, in many pages. */
const FEED_BUDGET_MS = 10 * 60_000
/** Rows per statement. */
const ROWS = 500
const LONG_TRANSACTION = { maxWait: 60_000, timeout: 300_000 }

/** The id of the media; for a URL that is never opened, the problem. */
type Identity = { videoId: string; refusal: null } | { videoId: null; refusal: Problem }
type Listed = { guid: string; media: EpisodeMedia; identity: Identity }
type Show = { title: string | null; feedUrl: string; episodes: Listed[] }

function identify(audioUrl: string): Identity {
  try {
    return { videoId: directLink(new URL(audioUrl)).videoId, refusal: null }
  } catch (error) {
    if (error instanceof Problem) return { videoId: null, refusal: error }
    throw error
  }
}

function recordingAlone(audioUrl: string): Listed {
  const title = directLink(new URL(audioUrl)).title ?? new URL(audioUrl).hostname
  const unknown = { author: '', thumbnailUrl: null, publishedAt: null, durationMs: null, lang: null }
  const media = { ...unknown, title, kind: 'audio' as const, transcripts: [], audioUrl, source: null }
  return { guid: audioUrl, media, identity: identify(audioUrl) }
}

function showOf(found: FoundPodcast): Show {
  if (found.kind === 'audio') {
    const only = recordingAlone(found.audioUrl)
    return { title: only.media.title, feedUrl: found.audioUrl, episodes: [only] }
  }
  const { feed, source } = found
  const items = found.kind === 'show' ? feed.items : [found.episode]
  const episodes = items.map((item) => {
    return { guid: item.guid, media: probeEpisode(item, feed, source), identity: identify(item.audioUrl) }
  })
  return { title: feed.title, feedUrl: source.url, episodes }
}

/** Looks up which episodes the user has already; returns a function that gives the library item of an episode. */
async function knownTo(tx: Db, batch: ImportBatch, feedUrl: string, episodes: readonly Listed[]) {
  const videoIds = episodes.flatMap(({ identity }) => identity.videoId ?? [])
  const recordings = await findKnownRecordings(tx, batch, videoIds)
  const guids = await findKnownEpisodes(tx, batch, feedUrl)
  // A guid that several episodes share does not identify any of them.
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const { guid } of episodes) (seen.has(guid) ? shared : seen).add(guid)
  const byGuid = (guid: string) => (shared.has(guid) ? null : (guids.get(guid) ?? null))
  return ({ guid, identity }: Listed) => recordings.get(identity.videoId ?? '') ?? byGuid(guid)
}

function outcomeAtOnce(
  { identity, media }: Listed,
  libraryItemId: string | null,
): Partial<ItemRow> & { state: ItemStatus } {
  const finishedAt = new Date()
  if (identity.refusal) return { state: 'failed', error: toProblemBody(identity.refusal), finishedAt }
  if (libraryItemId) return { state: 'skipped', reason: 'already_transcribed', libraryItemId, finishedAt }
  return { state: 'queued', episode: media }
}

function toRow(listed: Listed, position: number, libraryItemId: string | null): ItemRow {
  const { guid, identity, media } = listed
  const { title, audioUrl, publishedAt, durationMs } = media
  const { hostname: host } = new URL(audioUrl)
  const { videoId } = identity
  return {
    position,
    guid,
    title,
    audioUrl,
    publishedAt,
    durationMs,
    host,
    videoId,
    ...outcomeAtOnce(listed, libraryItemId),
  }
}

/**
 * Fetches the show of an import and stores its episodes as they are now: later changes of the feed are for the next
 * import. Episodes that the user has already are skipped at once. Returns whether the import continues; calling it
 * again changes nothing. Throws what `findPodcast` throws.
 */
export async function listEpisodes(batchId: string, signal: AbortSignal): Promise<boolean> {
  const batch = await db().importBatch.findUnique({ where: { id: batchId } })
  if (batch?.status !== 'queued') return batch?.status === 'in_progress'
  const { title, feedUrl, episodes } = showOf(await findPodcast(batch.sourceUrl, signal, FEED_BUDGET_MS))
  return db().$transaction(async (tx) => {
    const data = { status: 'in_progress', title, feedUrl, total: episodes.length }
    const { count } = await tx.importBatch.updateMany({ where: { id: batchId, status: 'queued' }, data })
    // Cancelled in the meantime.
    if (count === 0) return false
    const libraryItemOf = await knownTo(tx, batch, feedUrl, episodes)
    for (let start = 0; start < episodes.length; start += ROWS) {
      const some = episodes.slice(start, start + ROWS)
      const rows = some.map((one, index) => toRow(one, start + index, libraryItemOf(one)))
      await insertItems(tx, batch, rows)
    }
    return true
  }, LONG_TRANSACTION)
}
