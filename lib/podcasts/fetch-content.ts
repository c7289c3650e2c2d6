import { runInSlices } from '@/lib/captions/run-in-slices'
import { judgeUrl } from '@/lib/net/judge-url'
import { Problem } from '@/lib/platform/problem'
import { decodeFeed } from './decode-feed'
import type { Feed } from './feed'
import { type CachedFeed, loadCachedFeed, saveCachedFeed, touchCachedFeed } from './feed-cache'
import { openResponse } from './open-response'
import type { Page } from './page'
import { pageSteps } from './page-steps'
import { parsePodcastFeed } from './parse-podcast-feed'
import { readResponse } from './read-response'

/**
 * What is behind a link. `url` is the link itself, without what it redirects to: that may be signed for an hour. `servedBy` is
 * the host that answered in the end.
 */
export type FetchedContent =
  | { kind: 'feed'; url: string; servedBy: string; feed: Feed }
  | { kind: 'audio'; url: string }
  | { kind: 'page'; url: string; page: Page }
  | { kind: 'other'; url: string; contentType: string | null }

function conditions(cached: CachedFeed | null): Record<string, string> {
  return {
    ...(cached?.etag ? { 'if-none-match': cached.etag } : {}),
    ...(cached?.lastModified ? { 'if-modified-since': cached.lastModified } : {}),
  }
}

async function readCached(cached: CachedFeed | null, url: string, finalUrl: string): Promise<FetchedContent> {
  if (cached === null) throw new Problem('upstream_changed')
  await touchCachedFeed(url)
  return {
    kind: 'feed',
    url,
    servedBy: new URL(finalUrl).hostname,
    feed: await parsePodcastFeed(await cached.readBody(), { contentType: cached.contentType, url: finalUrl }),
  }
}

/**
 * Fetches what is behind a link and judges it by its content: a feed, audio or video, a web page, or something else. A
 * feed is asked for conditionally and kept. Throws `blocked_url`, `file_too_large`, and what network and server refuse with.
 */
export async function fetchContent(link: string, signal: AbortSignal): Promise<FetchedContent> {
  const url = judgeUrl(link).href
  const cached = await loadCachedFeed(url)
  const opened = await openResponse(url, { signal, headers: conditions(cached) })
  const finalUrl = opened.url.href
  if (opened.status === 304) {
    opened.body.destroy()
    return await readCached(cached, url, finalUrl)
  }
  const { content, bytes } = await readResponse(opened)
  const contentType = opened.headers.get('content-type')
  if (content === 'media') return { kind: 'audio', url }
  if (content === 'other') return { kind: 'other', url, contentType }
  if (content === 'page') {
    return { kind: 'page', url, page: await runInSlices(pageSteps(decodeFeed(bytes, contentType), finalUrl)) }
  }
  const feed = await parsePodcastFeed(bytes, { contentType, url: finalUrl })
  const etag = opened.headers.get('etag')
  const lastModified = opened.headers.get('last-modified')
  await saveCachedFeed(url, { etag, lastModified, contentType: contentType ?? '', body: bytes })
  return { kind: 'feed', url, servedBy: opened.url.hostname, feed }
}
