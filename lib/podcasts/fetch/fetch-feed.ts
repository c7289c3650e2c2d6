import { Problem } from '@/lib/core/problem/problem'
import type { Feed } from '../feed'
import type { Page } from '../parse/page'
import { type FetchedContent, fetchContent } from './fetch-content'

/** The content of a link. `page`: a web page, with or without a link to a feed. */
export type PodcastPage =
  | { kind: 'feed'; url: string; servedBy: string; feed: Feed; page: Page | null }
  | { kind: 'audio'; url: string }
  /** `refusal`: the problem of the feed that the page points to. */
  | { kind: 'other'; url: string; contentType: string | null; page: Page | null; refusal: Problem | null }
  | { kind: 'elsewhere'; url: string; target: URL }

type FetchedFeed = Extract<FetchedContent, { kind: 'feed' }>

const MAX_FEEDS_TRIED = 3

/** The first feed with episodes that the page points to; else the problem of the first feed that could not be fetched. */
async function fetchFeedOf(page: Page, signal: AbortSignal): Promise<{ found?: FetchedFeed; refusal?: Problem }> {
  let refusal: Problem | undefined
  for (const feedUrl of page.feedUrls.slice(0, MAX_FEEDS_TRIED)) {
    try {
      const found = await fetchContent(feedUrl, signal)
      if (found.kind === 'feed' && found.feed.items.length > 0) return { found }
    } catch (error) {
      if (!(error instanceof Problem) || signal.aborted) throw error
      refusal ??= error
    }
  }
  return refusal ? { refusal } : {}
}

/** Follows a feed without episodes to the address that its show has moved to. */
async function fetchMoved(found: FetchedFeed, signal: AbortSignal): Promise<FetchedFeed> {
  const { items, movedTo } = found.feed
  if (items.length > 0 || movedTo === null || movedTo === found.url) return found
  const moved = await fetchContent(movedTo, signal)
  return moved.kind === 'feed' ? moved : found
}

/**
 * Fetches the feed of a link: the link itself, or the feed that a web page points to with `<link rel="alternate">`, of several
 * the first with episodes. Everything is judged by its content. Throws what `fetchContent` throws for the link itself.
 */
export async function fetchFeed(url: string, signal: AbortSignal): Promise<PodcastPage> {
  const answer = await fetchContent(url, signal)
  if (answer.kind === 'feed') return { ...(await fetchMoved(answer, signal)), page: null }
  if (answer.kind === 'audio' || answer.kind === 'elsewhere') return answer
  if (answer.kind === 'other') return { ...answer, page: null, refusal: null }
  const { page } = answer
  const { found, refusal = null } = await fetchFeedOf(page, signal)
  if (found) return { ...found, page }
  return { kind: 'other', url: answer.url, contentType: 'text/html', page, refusal }
}
