import { env } from '@/lib/core/env'
import { webRecording } from '@/lib/platforms/web/links'
import { endsAsFile } from './find-link'
import { onDomain } from './link-parts'
import { notRead } from './link-problems'
import type { Recognised } from './recognised'

type NamedSite = readonly [string, readonly string[]]

/** Well-known video sites, by name. Their pages would be opened for nothing. */
const SITES: readonly NamedSite[] = [
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
export function otherSites(url: URL): Recognised | null {
  const site = [...SITES, ...PROTECTED].find(([, domains]) => onDomain(url, ...domains))
  if (site === undefined || endsAsFile(url.pathname)) return null
  if (env().anySite && !PROTECTED.includes(site)) return webRecording(url)
  throw notRead(`Verbatim doesn't read ${site[0]}. Paste a link of a supported site, or upload the file.`)
}
