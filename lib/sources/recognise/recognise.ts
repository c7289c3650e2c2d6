import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { judgeUrl } from '@/lib/net/guard/judge-url'
import { SITES } from '@/lib/platforms/platforms'
import { APP_LINKS as PODCAST_APP_LINKS, podcastLink } from '@/lib/platforms/podcast/links'
import { SITE_SOURCES } from '@/lib/platforms/site-sources'
import { webRecording } from '@/lib/platforms/web/links'
import { endsAsFile, withScheme } from './find-link'
import { onDomain } from './link-parts'
import { damagedLink, noRecording, notRead } from './link-problems'
import type { AppLink, ListLink, Recognised } from './recognised'
import { sharedFile } from './shared-files'
import { interstitialOf } from './short-links/page-targets'
import { archived, unwrap } from './unwrap'

type NamedSite = readonly [string, readonly string[]]

/** Well-known video sites, by name. Their pages would be opened for nothing. */
const VIDEO_SITES: readonly NamedSite[] = [
  ['Kick', ['kick.com']],
  ['Rumble', ['rumble.com']],
  ['Odysee', ['odysee.com']],
  ['Reddit', ['reddit.com', 'redd.it']],
  ['LinkedIn', ['linkedin.com']],
  ['Threads', ['threads.net', 'threads.com']],
  ['Snapchat', ['snapchat.com']],
  ['Pinterest', ['pinterest.com', 'pin.it']],
  ['Douyin', ['douyin.com', 'iesdouyin.com']],
  ['Kuaishou', ['kuaishou.com']],
  ['Weibo', ['weibo.com', 'weibo.cn']],
  ['Niconico', ['nicovideo.jp', 'nico.ms']],
  ['VK', ['vk.com', 'vkvideo.ru']],
]

/** Sites whose recordings are protected. */
const PROTECTED: readonly NamedSite[] = [
  ['Netflix', ['netflix.com']],
  ['Prime Video', ['primevideo.com']],
  ['Disney+', ['disneyplus.com']],
]

/**
 * The recording of a well-known site, where any site is read: its pages refuse programs, so they are not opened first. Throws
 * `unsupported_source` where it is not. Files on these sites are links like any other.
 */
function otherSites(url: URL): Recognised | null {
  const site = [...VIDEO_SITES, ...PROTECTED].find(([, domains]) => onDomain(url, ...domains))
  if (site === undefined || endsAsFile(url.pathname)) return null
  if (env().anySite && !PROTECTED.includes(site)) return webRecording(url)
  throw notRead(`Verbatim doesn't read ${site[0]}. Paste a link of a supported site, or upload the file.`)
}

const APP_LINKS: readonly AppLink[] = [
  ...Object.values(SITE_SOURCES).flatMap(({ links }) => links.appLinks ?? []),
  ...PODCAST_APP_LINKS,
  // Android: https://developer.chrome.com/docs/android/intents
  [/^intent:\/\/([^#]+)#Intent;.*$/i, 'https://$1'],
]
const MAX_WRAPPERS = 3

/** The recording or list whose page an archive has copied; null for any other page, whose copy may be all that is left of it. */
function inArchive(url: URL, wrappers: number): Recognised | null {
  const copied = wrappers < MAX_WRAPPERS ? archived(url) : null
  if (copied === null) return null
  try {
    const found = recogniseUrl(judgeUrl(copied), wrappers + 1)
    return found.kind === 'link' ? null : found
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

function recogniseUrl(url: URL, wrappers: number): Recognised {
  const inner = unwrap(url)
  if (inner !== null) {
    if (wrappers === MAX_WRAPPERS) throw damagedLink('This link redirects too many times. Paste the final link.')
    return recogniseUrl(judgeUrl(inner), wrappers + 1)
  }
  const site = SITES.find(({ hosts }) => onDomain(url, ...hosts))
  if (site) return SITE_SOURCES[site.id].links.read(url)
  if (interstitialOf(url)) return { kind: 'short', platform: null, url: `${url.origin}${url.pathname}` }
  return (
    inArchive(url, wrappers) ?? podcastLink(url) ?? otherSites(url) ?? { kind: 'link', url: sharedFile(url) ?? url }
  )
}

/** The list in which a pasted link shows a recording; null where it shows it alone, or no recording. Throws as `recognise` does. */
export function listAround(pasted: string): ListLink | null {
  const url = judgeUrl(linkIn(pasted))
  const inner = unwrap(url)
  if (inner !== null) return listAround(inner)
  const site = SITES.find(({ hosts }) => onDomain(url, ...hosts))
  return (site && SITE_SOURCES[site.id].links.listAround?.(url)) ?? null
}

/** A page without anything that could be transcribed, with the link of a platform's recording that it may show as a front end. */
export function noRecordingOn(page: URL): Problem {
  const advice = SITES.flatMap(({ id, name }) => {
    const { idAtFrontEnd, linkOf } = SITE_SOURCES[id].links
    const videoId = idAtFrontEnd?.(page)
    return videoId && linkOf ? `If it shows a video of ${name}, paste this link: ${linkOf(videoId)}` : []
  })
  return noRecording(advice[0])
}

/** The link of the recording that an id alone names; null for any other text. */
function linkOfId(text: string): string | null {
  const source = Object.values(SITE_SOURCES).find(({ links }) => links.bareId?.test(text))
  return source?.links.linkOf?.(text) ?? null
}

/** The web link of what an app's own link opens; any other text as it is. */
function linkOfApp(text: string): string {
  const found = APP_LINKS.find(([pattern]) => pattern.test(text))
  return found === undefined ? text : text.replace(...found)
}

/** The link that a pasted text is or names. */
function linkIn(pasted: string): string {
  const text = withScheme(pasted)
  return linkOfId(text) ?? linkOfApp(text)
}

/**
 * Recognises a pasted text by the text alone, without a request. It may be a link of any form, inside other text or
 * without its scheme, or a bare YouTube id or BV number. A `URL` is taken unchanged.
 *
 * Throws Problem `invalid_url` for text that is no link or an incomplete one, `unsupported_source` for a link to
 * neither a recording nor a list of them (a search, an unsupported site; `context.supported` lists the supported ones),
 * and `blocked_url` for a scheme, user name, port or address that is never opened.
 */
export function recognise(pasted: string | URL): Recognised {
  if (pasted instanceof URL) return recogniseUrl(judgeUrl(pasted), 0)
  return recogniseUrl(judgeUrl(linkIn(pasted)), 0)
}
