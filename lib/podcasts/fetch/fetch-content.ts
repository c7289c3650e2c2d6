import { decodeCaptions } from '@/lib/captions/decode'
import { mapSteps, runInSlices } from '@/lib/captions/parsing/steps'
import { Problem } from '@/lib/core/problem/problem'
import { sniffContainer } from '@/lib/media/sniff-container'
import { judgeUrl } from '@/lib/net/guard/judge-url'
import { credentialsFor, readLink } from '@/lib/net/link-credentials'
import type { OpenedUrl } from '@/lib/net/open-url'
import { leadsToSite } from '@/lib/sources/recognise/recognise-target'
import { type Episode, type Feed, feedTooLarge, MAX_FEED_BYTES } from '../feed'
import { MAX_OPML_BYTES } from '../opml-contract'
import { charsetOf, decodeFeed } from '../parse/decode-feed'
import { MAX_PAGE_BYTES, type Page, pageSteps } from '../parse/page'
import { parsePodcastFeed } from '../parse/parse-podcast-feed'
import { notOnePodcast, opmlTooLarge, parseSubscriptions } from '../subscriptions'
import { type CachedFeed, loadCachedFeed, saveCachedFeed, touchCachedFeed, type Validators } from './feed-cache-table'
import { openResponse } from './open-response'

/**
 * The content of a link. `url` is the link itself, not what it redirects to, which may be signed for an hour. `servedBy` is the
 * host that served the content after all redirects.
 */
export type FetchedContent =
  | { kind: 'feed'; url: string; servedBy: string; feed: Feed }
  | { kind: 'audio'; url: string }
  | { kind: 'page'; url: string; page: Page }
  | { kind: 'other'; url: string; contentType: string | null }
  /** A redirect to a known site, whose link is read by its text. */
  | { kind: 'elsewhere'; url: string; target: URL }

function conditions(cached: Validators | null): Record<string, string> {
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

/** Requests a judged link, conditionally if a feed was read from it before. `finalUrl` is the address after all redirects. */
async function openLink(url: string, signal: AbortSignal) {
  const cached = await loadCachedFeed(url)
  const opened = await openResponse(url, { signal, headers: conditions(cached), stopAt: leadsToSite })
  if (opened.status === 304 || opened.leadsTo) opened.body.destroy()
  return { url, cached, opened, finalUrl: opened.url.href }
}

/**
 * A feed whose recordings, transcripts and pages at the origin of its link open by the credentials that are sealed in it; as it is
 * where the link has none. No hub is asked about such a feed: the topic would show it.
 */
async function inheritCredentials(feed: Feed, link: string): Promise<Feed> {
  const inherit = credentialsFor(link)
  if (!inherit) return feed
  const toOpen = (episode: Episode): Episode => ({
    ...episode,
    audioUrl: inherit(episode.audioUrl),
    transcripts: episode.transcripts.map((transcript) => ({ ...transcript, url: inherit(transcript.url) })),
  })
  const { hub: _, nextPageUrl, movedTo, ...rest } = feed
  return {
    ...rest,
    items: await runInSlices(mapSteps(feed.items, toOpen)),
    nextPageUrl: nextPageUrl && inherit(nextPageUrl),
    movedTo: movedTo && inherit(movedTo),
  }
}

/**
 * Fetches a link and judges by its content what it is: a feed, audio or video, a web page, a redirect to a known site, or something
 * else. A feed is requested
 * conditionally and cached. Throws `blocked_url`, `file_too_large`, `unsupported_source` for a list of subscriptions, and the
 * problems of network and server.
 */
export async function fetchContent(link: string, signal: AbortSignal): Promise<FetchedContent> {
  const { url, cached, opened, finalUrl } = await openLink(readLink(link).href, signal)
  if (opened.leadsTo) return { kind: 'elsewhere', url, target: opened.leadsTo }
  if (opened.status === 304) return await readCached(cached, url, finalUrl)
  const { content, bytes } = await readResponse(opened)
  const contentType = opened.headers.get('content-type')
  if (content === 'media') return { kind: 'audio', url }
  if (content === 'other') return { kind: 'other', url, contentType }
  if (content === 'opml') throw notOnePodcast(await parseSubscriptions(await decodeFeed(bytes, contentType)))
  if (content === 'page') {
    const page = await runInSlices(pageSteps(await decodeFeed(bytes, contentType), finalUrl))
    const feedUrls = page.feedUrls.map(credentialsFor(url) ?? ((address) => address))
    return { kind: 'page', url, page: { ...page, feedUrls } }
  }
  const feed = await inheritCredentials(await parsePodcastFeed(bytes, { contentType, url: finalUrl }), url)
  const etag = opened.headers.get('etag')
  const lastModified = opened.headers.get('last-modified')
  await saveCachedFeed(url, { etag, lastModified, contentType: contentType ?? '', body: bytes })
  return { kind: 'feed', url, servedBy: opened.url.hostname, feed }
}

/** The bytes of a feed as its host sends them, and their Content-Type. `url` is the address after all redirects. */
export type FeedBytes = { bytes: Uint8Array; contentType: string | null; url: string }

function noFeed(): Problem {
  const detail = 'There is no feed at this URL. Send the address of an RSS feed.'
  return new Problem('unsupported_source', { detail, context: { field: 'url' } })
}

/**
 * Fetches a feed, conditionally like `fetchContent`, and leaves it as it is. Throws what `fetchContent` throws, and
 * `unsupported_source` where the link leads to something else.
 */
export async function fetchFeedBytes(link: string, signal: AbortSignal): Promise<FeedBytes> {
  const { url, cached, opened, finalUrl } = await openLink(judgeUrl(link).href, signal)
  if (opened.leadsTo) throw noFeed()
  if (opened.status === 304) {
    if (cached === null) throw new Problem('upstream_changed')
    await touchCachedFeed(url)
    return { bytes: await cached.readBody(), contentType: cached.contentType || null, url: finalUrl }
  }
  const { content, bytes } = await readResponse(opened)
  if (content !== 'feed') {
    throw noFeed()
  }
  const contentType = opened.headers.get('content-type')
  const [etag, lastModified] = [opened.headers.get('etag'), opened.headers.get('last-modified')]
  await saveCachedFeed(url, { etag, lastModified, contentType: contentType ?? '', body: bytes })
  return { bytes, contentType, url: finalUrl }
}

/** A feed as it is now; null: it is as it was. `kind` `other`: there is no feed at the link any more. */
export type ChangedFeed = (Validators & { kind: 'feed'; servedBy: string; feed: Feed }) | { kind: 'other' } | null

/**
 * Fetches a feed if it has changed since its response with these validators. Nothing is cached: who asks again and again
 * keeps the validators. Throws what `fetchContent` throws.
 */
export async function fetchChangedFeed(
  link: string,
  validators: Validators,
  signal: AbortSignal,
): Promise<ChangedFeed> {
  const { href } = readLink(link)
  const opened = await openResponse(href, { signal, headers: conditions(validators) })
  if (opened.status === 304) {
    opened.body.destroy()
    return null
  }
  const { content, bytes } = await readResponse(opened)
  if (content !== 'feed') return { kind: 'other' }
  const contentType = opened.headers.get('content-type')
  const feed = await inheritCredentials(await parsePodcastFeed(bytes, { contentType, url: opened.url.href }), href)
  const [etag, lastModified] = [opened.headers.get('etag'), opened.headers.get('last-modified')]
  return { kind: 'feed', servedBy: opened.url.hostname, feed, etag, lastModified }
}

/** How much of the beginning of a response is judged. */
const HEAD_BYTES = 16_384

type Content = 'media' | 'feed' | 'opml' | 'page' | 'other'

type Answer = { content: Content; bytes: Buffer }

/** How much is read of each: of media and other content only as much as it takes to judge it. */
const MAX_BYTES: Readonly<Record<Content, number>> = {
  media: HEAD_BYTES,
  other: HEAD_BYTES,
  page: MAX_PAGE_BYTES,
  feed: MAX_FEED_BYTES,
  opml: MAX_OPML_BYTES,
}

/**
 * Reads as much of a response as it takes to judge it, and a feed, a list of subscriptions or a page to its end; a page is cut
 * off after 4 MB. Throws `file_too_large` for a feed over 32 MB and a list over 1 MB. Closes the connection unless the response
 * has ended.
 */
async function readResponse({ body, headers }: OpenedUrl): Promise<Answer> {
  const chunks: Uint8Array[] = []
  let length = 0
  let content: Content | null = null
  const judge = () => judgeContent(Buffer.concat(chunks).subarray(0, HEAD_BYTES), headers.get('content-type'))
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    length += chunk.length
    if (length < HEAD_BYTES) continue
    content ??= judge()
    if (length > MAX_BYTES[content]) break
  }
  content ??= judge()
  if (content === 'feed' && length > MAX_FEED_BYTES) throw feedTooLarge(MAX_FEED_BYTES)
  if (content === 'opml' && length > MAX_OPML_BYTES) throw opmlTooLarge()
  return { content, bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES[content]) }
}

const FEED_ROOTS = new Set(['rss', 'feed', 'rdf'])
const JSON_FEED = /^\ufeff?\s*\{[\s\S]{0,4096}jsonfeed\.org\\?\/version/

const mediaType = (contentType: string | null) => contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The kind of a response by its first bytes or, if they are unknown, by its Content-Type. */
function judgeContent(head: Buffer, contentType: string | null): Content {
  const text = decodeCaptions(head, charsetOf(contentType))
  const root = rootElement(text)
  const type = mediaType(contentType)
  if (root !== null) {
    if (FEED_ROOTS.has(root)) return 'feed'
    if (root === 'opml') return 'opml'
    return root === 'html' || type === 'text/html' || type === 'application/xhtml+xml' ? 'page' : 'other'
  }
  if (JSON_FEED.test(text)) return 'feed'
  if (sniffContainer(head) !== null) return 'media'
  return /^(?:audio|video)\//.test(type) && !type.endsWith('mpegurl') ? 'media' : 'other'
}

const NAME = /(?:[a-z_][\w.-]{0,60}:)?([a-z_][\w.-]{0,60})/iy

/** The end of the comment, instruction or declaration at `start`; -1 if it has none. */
function endOfAside(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return text.indexOf('-->', start + 4)
  if (text.startsWith('<?', start)) return text.indexOf('?>', start)
  return text.startsWith('<!', start) ? text.indexOf('>', start) : start
}

/**
 * The local name, in lower case, of a markup document's first element, by the beginning of its text; null when the text
 * is no markup or the element is not within it.
 */
function rootElement(text: string): string | null {
  const clean = text.replace(/^\ufeff/, '').trimStart()
  for (let start = clean.startsWith('<') ? 0 : -1; start !== -1; ) {
    const end = endOfAside(clean, start)
    if (end === start) {
      NAME.lastIndex = start + 1
      return NAME.exec(clean)?.[1]?.toLowerCase() ?? null
    }
    start = end === -1 ? -1 : clean.indexOf('<', end)
  }
  return null
}
