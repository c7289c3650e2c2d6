import { canonicalUrl } from '@/lib/net/canonical-url'
import type { Episode, Feed } from './feed'
import type { Page } from './parse/page'

/** The only match, or null if there is none or more than one. */
function theOnly(episodes: readonly Episode[]): Episode | null {
  return episodes.length === 1 ? (episodes[0] ?? null) : null
}

function byRecording(feed: Feed, urls: readonly string[]): Episode | null {
  for (const withQuery of [true, false]) {
    const keys = new Set(urls.map((url) => recordingKey(url, withQuery)))
    const found = feed.items.filter(({ audioUrl }) => keys.has(recordingKey(audioUrl, withQuery)))
    if (found.length > 0) return theOnly(found)
  }
  return null
}

function byTitle(feed: Feed, titles: readonly string[]): Episode | null {
  const wanted = new Set(titles.map((title) => title.toLowerCase()))
  return theOnly(feed.items.filter(({ title }) => wanted.has(title.toLowerCase())))
}

const ownKeys = (page: Page) => new Set([page.url, ...page.ownUrls].map(pageKey))

const showKey = (feed: Feed) => (feed.link === null ? null : pageKey(feed.link))

function byLink(feed: Feed, page: Page): Episode | null {
  const own = ownKeys(page)
  const show = showKey(feed)
  // A show without pages for its episodes links them all to the page of the show.
  const keyOf = ({ link }: Episode) => (link === null ? null : pageKey(link))
  return theOnly(feed.items.filter((episode) => keyOf(episode) !== show && own.has(keyOf(episode) ?? '')))
}

/** Whether a page is the page of the show by its feed, and not that of an episode. */
export function isShowPage(feed: Feed, page: Page): boolean {
  return ownKeys(page).has(showKey(feed) ?? '') && byLink(feed, page) === null
}

/**
 * Finds the episode that a page is about: the one whose link is the page's address, else the one whose recording the page names
 * or plays, else the one with the title that the page gives. What fits several episodes counts as no match. Null when nothing fits one.
 */
export function matchEpisode(feed: Feed, page: Page): Episode | null {
  return (
    byLink(feed, page) ??
    byRecording(feed, page.statedAudioUrls) ??
    byRecording(feed, page.audioUrls) ??
    byTitle(feed, page.episodeTitles)
  )
}

const HOST = /^(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}$/i

/** A key that is the same for all links to a page: no scheme, `www.`, final slash, fragment or tracking parameters. */
export function pageKey(url: string): string {
  const canonical = canonicalUrl(new URL(url))
  const [address = '', query] = canonical.replace(/^https?:\/\/(?:www\.)?/, '').split('?', 2)
  return address.replace(/(?<!\/)\/+$/, '') + (query === undefined ? '' : `?${query}`)
}

/**
 * A key that is the same for all addresses of a recording: services that count downloads put their own address before the real
 * one (`counter.example/e/media.example/a.mp3`), and hosts append the name of the player.
 */
export function recordingKey(url: string, withQuery: boolean): string {
  const [address = '', query = ''] = canonicalUrl(new URL(url))
    .replace(/^https?:\/\//, '')
    .split('?', 2)
  const segments = address.split('/')
  const start = segments.findLastIndex((segment, index) => index < segments.length - 1 && HOST.test(segment))
  return segments.slice(Math.max(start, 0)).join('/') + (withQuery ? `?${query}` : '')
}
