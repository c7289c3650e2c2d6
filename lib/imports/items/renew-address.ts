import { LRUCache } from 'lru-cache'
import { singleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { toEpisodeMedia } from '@/lib/podcasts/episode-media'
import { type Episode, episodeKey, type Feed, type FeedSource } from '@/lib/podcasts/feed'
import { fetchFeed } from '@/lib/podcasts/fetch/fetch-feed'
import { fetchWholeFeed } from '@/lib/podcasts/fetch/fetch-whole-feed'
import { identify } from '../source/find-import-source'
import type { OpenItem } from './open-item'

/** The problems of an address that has expired. */
const EXPIRED: ReadonlySet<string> = new Set(['source_login_required', 'source_not_found'])
/** Addresses of some feeds are new at each reading, and refused all the same. */
const MOST_RENEWALS = 2
/** One reading serves the items of an import that are refused about the same time. */
const KEPT_MS = 10_000
const MOST_KEPT = 10

type Row = { guid: string; title: string; publishedAt: Date | null }

function readAgain(batchId: string, source: FeedSource, signal: AbortSignal): Promise<Feed | null> {
  const readings = singleton(
    'renewed-feeds',
    () => new LRUCache<string, Promise<Feed | null>>({ max: MOST_KEPT, ttl: KEPT_MS }),
  )
  const key = `${batchId} ${source.url}`
  const known = readings.get(key)
  if (known) return known
  const read = async () => {
    const found = await fetchFeed(source.url, signal)
    return found.kind === 'feed' ? fetchWholeFeed({ feed: found.feed, source }, signal) : null
  }
  const reading = read()
  readings.set(key, reading)
  reading.catch(() => readings.delete(key))
  return reading
}

/** The same episodes in a feed that has been read again: several may share an id, and some feeds have none. */
function findAgain({ items }: Feed, { guid, title, publishedAt }: Row): Episode[] {
  const named = items.filter((episode) => episode.guid === guid)
  if (named.length === 1) return named
  const isSame = (episode: Episode) =>
    episode.title === title && episode.publishedAt?.getTime() === publishedAt?.getTime()
  const same = (named.length > 0 ? named : items).filter(isSame)
  return same.length > 0 ? same : named
}

/** Whether a feed has nothing that could be an episode whose recording is gone. */
function isGone(
  { items }: Feed,
  again: readonly Episode[],
  { audioUrl }: OpenItem,
  { code }: Pick<Problem, 'code'>,
): boolean {
  return code === 'source_not_found' && again.length === 0 && !items.some((episode) => episode.audioUrl === audioUrl)
}

function noLongerListed(cause: Problem): Problem {
  return new Problem('source_not_found', { detail: 'The feed no longer has this episode.', cause })
}

/**
 * Reads the address of an episode from its feed again where the old one was refused: signed addresses expire before the import of a long
 * show comes to them. Returns null when the item is queued with another address, else its problem, which names the feed if the episode is
 * gone from it.
 */
export async function renewAddress(
  batchId: string,
  item: OpenItem,
  problem: Problem,
  signal: AbortSignal,
): Promise<Problem | null> {
  const { position, episode, audioUrl, failures } = item
  if (!episode?.source || failures >= MOST_RENEWALS || !EXPIRED.has(problem.code)) return problem
  const where = { batchId, position, state: 'in_progress' } as const
  const row = await db().importItem.findFirst({ where, select: { guid: true, title: true, publishedAt: true } })
  const feed = row && (await readAgain(batchId, episode.source, signal))
  if (!feed) return problem
  const found = findAgain(feed, row)
  if (isGone(feed, found, item, problem)) return noLongerListed(problem)
  const again = new Set(found.map(episodeKey)).size === 1 ? found[0] : undefined
  if (!again || again.audioUrl === audioUrl) return problem
  const { videoId, refusal } = identify(again.audioUrl)
  if (refusal) return problem
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
      episode: JSON.parse(JSON.stringify(toEpisodeMedia(again, feed, episode.source))),
    },
  })
  return count > 0 ? null : problem
}
