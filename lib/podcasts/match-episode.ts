import { pageKey, recordingKey } from './address-keys'
import type { Episode, Feed } from './feed'
import type { Page } from './page'

/** The one match, or null where there is none or several. */
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
  // Shows without pages for their episodes link them all to the show.
  const keyOf = ({ link }: Episode) => (link === null ? null : pageKey(link))
  return theOnly(feed.items.filter((episode) => keyOf(episode) !== show && own.has(keyOf(episode) ?? '')))
}

/** Whether a page is the one that the feed calls the show's, and no episode's. */
export function isShowPage(feed: Feed, page: Page): boolean {
  return ownKeys(page).has(showKey(feed) ?? '') && byLink(feed, page) === null
}

/**
 * Finds the episode that a page is about: the one whose link is the page's address, else the one it names in its metadata
 * or plays, else the one with the title it gives. Null when none or several fit.
 */
export function matchEpisode(feed: Feed, page: Page): Episode | null {
  return (
    byLink(feed, page) ??
    byRecording(feed, page.statedAudioUrls) ??
    byRecording(feed, page.audioUrls) ??
    byTitle(feed, page.episodeTitles)
  )
}
