import { Problem } from '@/lib/core/problem/problem'
import { haveSameOwner } from '@/lib/net/registrable-domain'
import { type Episode, episodeKey, type Feed, type FeedSource, MAX_EPISODES } from '../feed'
import { fetchContent } from './fetch-content'

const MAX_PAGES = 50

const hostOf = (url: string) => new URL(url).hostname

const isOnSite = (url: string, feedUrl: string) =>
  hostOf(url) === hostOf(feedUrl) || haveSameOwner(hostOf(url), hostOf(feedUrl))

/** The next page of a feed; null where the chain of pages ends. */
async function fetchNext(url: string, signal: AbortSignal): Promise<Feed | null> {
  try {
    const next = await fetchContent(url, signal)
    return next.kind === 'feed' ? next.feed : null
  } catch (error) {
    // Many feeds name a last page that does not exist.
    if (error instanceof Problem && error.code === 'source_not_found') return null
    throw error
  }
}

/**
 * Fetches the pages that follow a feed (RFC 5005 §3) and returns the show with the episodes of all of them: at most 50 pages, all
 * on the site of the first, until one brings nothing new. Throws what `fetchContent` throws for a page that can't be fetched:
 * half a show would look like a whole one.
 */
export async function fetchWholeFeed(
  { feed, source: { url: feedUrl } }: { feed: Feed; source: Pick<FeedSource, 'url'> },
  signal: AbortSignal,
): Promise<Feed> {
  const episodes = new Map<string, Episode>(feed.items.map((episode) => [episodeKey(episode), episode]))
  const visited = new Set([feedUrl])
  let nextUrl = feed.nextPageUrl
  while (nextUrl !== null && visited.size < MAX_PAGES && !visited.has(nextUrl) && isOnSite(nextUrl, feedUrl)) {
    visited.add(nextUrl)
    const next = await fetchNext(nextUrl, signal)
    const fresh = next?.items.filter((episode) => !episodes.has(episodeKey(episode))) ?? []
    for (const episode of fresh) episodes.set(episodeKey(episode), episode)
    nextUrl = fresh.length > 0 && episodes.size < MAX_EPISODES ? (next?.nextPageUrl ?? null) : null
  }
  return { ...feed, items: [...episodes.values()].slice(0, MAX_EPISODES), nextPageUrl: null }
}
