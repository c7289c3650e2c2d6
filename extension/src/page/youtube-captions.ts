import { isRecord } from '../is-record'

export type YoutubeTrack = { url: string; lang: string; isAutomatic: boolean }

/** The captions that the player of a page of YouTube has for its video. */
export type YoutubeCaptions = {
  tracks: YoutubeTrack[]
  /** The addresses that the player itself has fetched: it knows parameters that the list does not have. */
  fetched: string[]
}

const CAPTIONS_PATH = '/api/timedtext'

/**
 * Runs in the page itself, where the player is, so it uses nothing from outside of it. Returns what the player knows of the video.
 */
export function readYoutubePlayer(): { response: unknown; fetched: string[] } {
  const player = document.querySelector('#movie_player')
  const ask: unknown = player && Reflect.get(player, 'getPlayerResponse')
  const response: unknown =
    typeof ask === 'function' ? ask.call(player) : Reflect.get(window, 'ytInitialPlayerResponse')
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  const plain: unknown = JSON.parse(JSON.stringify(response ?? null))
  return { response: plain, fetched: names.filter((name) => name.includes('/api/timedtext?')) }
}

/** A link to captions of a video on the page's own site; null for any other, which is never opened. */
function captionsUrl(page: URL, link: unknown, videoId: string | null): URL | null {
  if (typeof link !== 'string' || !URL.canParse(link, page.href)) return null
  const url = new URL(link, page)
  if (url.origin !== page.origin || url.pathname !== CAPTIONS_PATH) return null
  return videoId === null || url.searchParams.get('v') === videoId ? url : null
}

function member(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value)
}

/** The captions of the video that a page shows, out of what its player knows. The player may still know the previous video. */
export function parseYoutubePlayer(pageUrl: string, known: unknown): YoutubeCaptions {
  const page = new URL(pageUrl)
  const response = member(known, 'response')
  const videoId = member(response, 'videoDetails', 'videoId')
  const shown = page.searchParams.get('v') ?? page.pathname.split('/').at(-1)
  if (typeof videoId !== 'string' || videoId !== shown) return { tracks: [], fetched: [] }
  const list = member(response, 'captions', 'playerCaptionsTracklistRenderer', 'captionTracks')
  const tracks = (Array.isArray(list) ? list : []).flatMap((track: unknown) => {
    const url = captionsUrl(page, member(track, 'baseUrl'), null)?.href
    const lang = member(track, 'languageCode')
    return url && typeof lang === 'string' ? [{ url, lang, isAutomatic: member(track, 'kind') === 'asr' }] : []
  })
  const named = member(known, 'fetched')
  const fetched = (Array.isArray(named) ? named : []).flatMap((link) => captionsUrl(page, link, videoId)?.href ?? [])
  return { tracks, fetched }
}

function inJson(url: string): string {
  const asked = new URL(url)
  asked.searchParams.set('fmt', 'json3')
  return asked.href
}

/**
 * The links to try, best first: what the player has fetched last, since the person chose it; then written captions in the spoken
 * language, automatic ones, and any others.
 */
export function chooseYoutubeUrls({ tracks, fetched }: YoutubeCaptions): string[] {
  const spoken = tracks.find(({ isAutomatic }) => isAutomatic)
  const written = tracks.filter(({ isAutomatic }) => !isAutomatic)
  const inSpoken = written.find(({ lang }) => spoken && lang.split('-')[0] === spoken.lang.split('-')[0])
  const best = [inSpoken, spoken, written[0]].flatMap((track) => track?.url ?? [])
  return [...new Set([...fetched.slice(-1), ...best].map(inJson))]
}

/** Runs in the page: fetches captions as the page itself may. Uses nothing from outside of it. */
export async function fetchFromPage(url: string): Promise<string> {
  const response = await fetch(url)
  return response.ok ? response.text() : ''
}

/** The text of YouTube's json3, if it has any. Without a proof that the player made, the site returns nothing. */
export function hasJson3Events(text: string): boolean {
  try {
    const events = member(JSON.parse(text), 'events')
    return Array.isArray(events) && events.length > 0
  } catch {
    return false
  }
}
