import { SITE_SOURCES } from '@/lib/platforms/site-sources'
import { endsAsFile } from '@/lib/sources/recognise/find-link'
import { recognise } from '@/lib/sources/recognise/recognise'
import { type KnownLink, knownLink } from '@/lib/sources/recognise/recognise-target'
import type { PodcastTarget } from './feed'
import { recordingKey } from './match-episode'
import type { Page } from './parse/page'

/** A page with more of them is a list, and names the first. */
const MOST_NAMED = 20

type PageRecording = { url: string; target: PodcastTarget }

/** How other sites name the addresses of their players; their other frames are buttons and counters. */
const PLAYER = /\b(?:embed|player|video_ext)\b/

/** The identity of a recording: a player and a link of the same video have the same. */
function keyOf(found: KnownLink): string | null {
  if (found.kind === 'recording' && found.ref.platform === 'web' && !PLAYER.test(found.ref.url)) return null
  if (found.kind === 'recording') return [found.ref.platform, found.ref.videoId, found.ref.accessKey].join(' ')
  return found.kind === 'list' ? found.url : null
}

/** The recording at an address on a page; null for a page that is no file and on no known site. */
function recordingAt(url: string, isFile: boolean): [string, PageRecording] | null {
  const found = knownLink(new URL(url))
  const key = found && keyOf(found)
  if (found && key) {
    // The whole link opens a recording that its canonical link does not.
    const link = found.kind === 'recording' && found.ref.accessKey === '' ? found.ref.url : url
    return [key, { url: link, target: { kind: 'elsewhere', found, pageProblem: null } }]
  }
  if (!isFile && !endsAsFile(new URL(url).pathname)) return null
  return [recordingKey(url, true), { url, target: { kind: 'audio', audioUrl: url } }]
}

function distinct(files: readonly string[], players: readonly string[]): PageRecording[] {
  const recordings = new Map<string, PageRecording>()
  const found = [...players.map((url) => recordingAt(url, false)), ...files.map((url) => recordingAt(url, true))]
  for (const entry of found) if (entry && !recordings.has(entry[0])) recordings.set(...entry)
  return [...recordings.values()]
}

/** The only recording that a page states in its metadata: a file before a player; null where it states none or several. */
export function statedRecording(page: Page): PodcastTarget | null {
  const stated = [distinct(page.statedAudioUrls, []), distinct([], page.statedPlayerUrls)]
  return stated.find(({ length }) => length === 1)?.[0]?.target ?? null
}

/**
 * The recording of a platform that a page of another host shows, such as Invidious: the one that it gives as its alternate, if its address
 * has the same id.
 */
function shownFromPlatform(page: Page): PodcastTarget | null {
  const url = new URL(page.url)
  for (const alternate of page.alternateUrls) {
    const found = knownLink(new URL(alternate))
    const id = found?.kind === 'recording' && found.ref.platform !== 'web' ? found.ref.videoId : null
    if (found && id && (url.pathname + url.search).includes(id)) return { kind: 'elsewhere', found, pageProblem: null }
  }
  for (const { links } of Object.values(SITE_SOURCES)) {
    const id = links.frontEnd?.({ url, title: page.title, description: page.description })
    const link = id && links.linkOf?.(id)
    if (link) return { kind: 'elsewhere', found: recognise(link), pageProblem: null }
  }
  return null
}

/** The only recording of a page: the one of a platform that it only shows, else the stated one, else the one that it plays; all of several; null where it has none. */
export function recordingOnPage(page: Page): PodcastTarget | null {
  const found = shownFromPlatform(page) ?? statedRecording(page)
  if (found) return found
  const recordings = distinct(page.recordingUrls, page.playerUrls)
  if (recordings.length <= 1) return recordings[0]?.target ?? null
  return { kind: 'several', urls: recordings.slice(0, MOST_NAMED).map(({ url }) => url) }
}
