import { db } from '@/lib/platform/db'
import type { ImportBatch, Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import { toProblemJson } from '@/lib/platform/problem-body'
import { type EpisodeMedia, probeEpisode } from '@/lib/podcasts/probe-episode'
import { directLink } from '@/lib/sources/direct-link'
import { type FoundPodcast, findPodcast } from './find-podcast'
import { skipKnown } from './skip-known'

/** What the feed of a large show, in many pages, may take. */
const FEED_BUDGET_MS = 10 * 60_000
/** So many rows a statement. */
const ROWS = 500
const LONG_TRANSACTION = { maxWait: 60_000, timeout: 300_000 }

type Listed = { guid: string; media: EpisodeMedia }
type Show = { title: string | null; feedUrl: string; episodes: Listed[] }

function recordingAlone(audioUrl: string): Listed {
  const title = directLink(new URL(audioUrl)).title ?? new URL(audioUrl).hostname
  const unknown = { author: '', thumbnailUrl: null, publishedAt: null, durationMs: null, lang: null }
  return { guid: audioUrl, media: { ...unknown, title, kind: 'audio', transcripts: [], audioUrl } }
}

function showOf(found: FoundPodcast): Show {
  if (found.kind === 'audio') {
    const only = recordingAlone(found.audioUrl)
    return { title: only.media.title, feedUrl: found.audioUrl, episodes: [only] }
  }
  const { feed, feedUrl } = found
  const items = found.kind === 'show' ? feed.items : [found.episode]
  const episodes = items.map((item) => ({ guid: item.guid, media: probeEpisode(item, feed) }))
  return { title: feed.title, feedUrl, episodes }
}

/** The recording's id; of an address that is never opened, the refusal. */
function identify(audioUrl: string): { videoId: string } | { refusal: Problem } {
  try {
    return { videoId: directLink(new URL(audioUrl)).videoId }
  } catch (error) {
    if (error instanceof Problem) return { refusal: error }
    throw error
  }
}

function toRow({ id: batchId, userId }: ImportBatch, { guid, media }: Listed, position: number) {
  const { title, audioUrl, publishedAt, durationMs } = media
  const { hostname: host } = new URL(audioUrl)
  const row: Prisma.ImportItemCreateManyInput = {
    ...{ batchId, position, userId, guid, title, audioUrl, publishedAt, durationMs, host },
  }
  const identity = identify(audioUrl)
  if ('refusal' in identity) {
    return { ...row, state: 'failed', error: toProblemJson(identity.refusal), finishedAt: new Date() }
  }
  return { ...row, videoId: identity.videoId, episode: JSON.parse(JSON.stringify(media)) as Prisma.InputJsonObject }
}

/**
 * Reads the show of an import and writes down its episodes, as they are now: what the feed becomes later is for the next
 * import. What the user has already is skipped at once. Gives whether the import goes on; done again, it changes nothing.
 * Throws what `findPodcast` throws.
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
    for (let start = 0; start < episodes.length; start += ROWS) {
      const rows = episodes.slice(start, start + ROWS).map((one, index) => toRow(batch, one, start + index))
      await tx.importItem.createMany({ data: rows })
    }
    await skipKnown(tx, { ...batch, feedUrl })
    return true
  }, LONG_TRANSACTION)
}
