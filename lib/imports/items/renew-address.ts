import { db } from '@/lib/core/db/db'
import type { Problem } from '@/lib/core/problem/problem'
import type { Episode, Feed } from '@/lib/podcasts/feed'
import { fetchFeed } from '@/lib/podcasts/fetch/fetch-feed'
import { fetchWholeFeed } from '@/lib/podcasts/fetch/fetch-whole-feed'
import { probeEpisode } from '@/lib/podcasts/probe-episode'
import { identify } from '../source/find-import-source'
import type { OpenItem } from './open-item'

/** The problems of an address that has expired. */
const EXPIRED: ReadonlySet<string> = new Set(['source_login_required', 'source_not_found'])
/** Addresses of some feeds are new at each reading, and refused all the same. */
const MOST_RENEWALS = 2

type Row = { guid: string; title: string; publishedAt: Date | null }

/** The same episode in a feed that has been read again. Feeds without ids identify an episode by its address, which is new. */
function findAgain({ items }: Feed, { guid, title, publishedAt }: Row): Episode | undefined {
  const isSame = (episode: Episode) =>
    episode.title === title && episode.publishedAt?.getTime() === publishedAt?.getTime()
  return items.find((episode) => episode.guid === guid) ?? items.find(isSame)
}

/**
 * Reads the address of an episode from its feed again where the old one was refused: signed addresses expire before the import of a long
 * show comes to them. Returns whether the item is queued with another address.
 */
export async function renewAddress(
  batchId: string,
  { position, episode, audioUrl, failures }: OpenItem,
  problem: Pick<Problem, 'code'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (!episode?.source || failures >= MOST_RENEWALS || !EXPIRED.has(problem.code)) return false
  const where = { batchId, position, state: 'in_progress' } as const
  const row = await db().importItem.findFirst({ where, select: { guid: true, title: true, publishedAt: true } })
  if (!row) return false
  const read = await fetchFeed(episode.source.url, signal)
  if (read.kind !== 'feed') return false
  const feed = findAgain(read.feed, row)
    ? read.feed
    : await fetchWholeFeed({ feed: read.feed, source: episode.source }, signal)
  const again = findAgain(feed, row)
  if (!again || again.audioUrl === audioUrl) return false
  const renewed = probeEpisode(again, feed, episode.source)
  const { videoId, refusal } = identify(again.audioUrl)
  if (refusal) return false
  const { count } = await db().importItem.updateMany({
    where,
    data: {
      state: 'queued',
      dueAt: new Date(),
      failures: failures + 1,
      jobId: null,
      audioUrl: again.audioUrl,
      host: new URL(again.audioUrl).hostname,
      videoId,
      episode: JSON.parse(JSON.stringify(renewed)),
    },
  })
  return count > 0
}
