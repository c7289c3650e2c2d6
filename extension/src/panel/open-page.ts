import type { Recording } from '../page/find-recordings'
import { type Captions, type PageFacts, parseCaptions, parseFacts } from '../page/page-facts'
import { isYoutube } from '../page/platform-link'
import { PLAYBACK_PORT, parsePosition } from '../page/playback-message'
import {
  chooseYoutubeUrls,
  fetchFromPage,
  hasJson3Events,
  parseYoutubePlayer,
  readYoutubePlayer,
} from '../page/youtube-captions'

/** Calls one of the functions that the page's script has put there. Serialized: it uses nothing from outside of it. */
function callPage(name: string, args: unknown[]): unknown {
  const page: unknown = Reflect.get(globalThis, 'verbatimPage')
  const called: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, name) : undefined
  return typeof called === 'function' ? called(...args) : null
}

async function resultOf<Args extends unknown[]>(injection: ChromeInjection<Args>): Promise<unknown> {
  const [frame] = await chrome.scripting.executeScript(injection)
  return frame?.result
}

/** The facts of a tab's page; null if the browser gives no access: to its own pages, or after the tab has left the page. */
export async function lookAtPage(tabId: number): Promise<PageFacts | null> {
  const target = { tabId }
  try {
    await chrome.scripting.executeScript({ target, files: ['page.js'] })
    return parseFacts(await resultOf({ target, func: callPage, args: ['readPage', []] }))
  } catch {
    return null
  }
}

/** Whether a page may have captions for a recording, as far as is known without fetching any. */
export function mayHaveCaptions({ url, players }: PageFacts, { player }: Recording): boolean {
  return isYoutube(url) || players.some(({ index, hasCaptions }) => index === player && hasCaptions)
}

async function takeFromYoutube(tabId: number, url: string): Promise<Captions | null> {
  const target = { tabId }
  const known = await resultOf({ target, world: 'MAIN', func: readYoutubePlayer })
  for (const link of chooseYoutubeUrls(parseYoutubePlayer(url, known))) {
    const text = await resultOf({ target, func: fetchFromPage, args: [link] }).catch(() => '')
    if (typeof text === 'string' && hasJson3Events(text)) return { text, extension: 'json' }
  }
  return null
}

/** The captions that the page already has for a recording; null if it gives none. */
export async function takePageCaptions(tabId: number, url: string, { player }: Recording): Promise<Captions | null> {
  try {
    const found = isYoutube(url) ? await takeFromYoutube(tabId, url) : null
    if (found || player === null) return found
    return parseCaptions(await resultOf({ target: { tabId }, func: callPage, args: ['takeCaptions', [player]] }))
  } catch {
    return null
  }
}

export type Playback = { seek: (seconds: number) => void; end: () => void }

/** Follows a player of a page. `ended` is called when the page goes away. */
export function followPlayback(
  tabId: number,
  player: number,
  { moved, ended }: { moved: (seconds: number) => void; ended: () => void },
): Playback {
  const port = chrome.tabs.connect(tabId, { name: PLAYBACK_PORT })
  port.onMessage.addListener((message) => {
    const seconds = parsePosition(message)
    if (seconds !== null) moved(seconds)
  })
  port.onDisconnect.addListener(() => {
    // Chrome reports a page without our script here, and expects it to be read.
    void chrome.runtime.lastError
    ended()
  })
  port.postMessage({ player })
  return { seek: (seconds) => port.postMessage({ seekSeconds: seconds }), end: () => port.disconnect() }
}
