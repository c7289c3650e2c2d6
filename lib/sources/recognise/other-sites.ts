import { endsAsFile } from './find-link'
import { onDomain } from './link-parts'
import { notRead } from './link-problems'

/** Well-known video sites that are not read, by name. Their pages would be opened for nothing. */
const SITES: readonly (readonly [string, readonly string[]])[] = [
  ['Kick', ['kick.com']],
  ['Rumble', ['rumble.com']],
  ['Odysee', ['odysee.com']],
  ['Netflix', ['netflix.com']],
  ['Prime Video', ['primevideo.com']],
  ['Disney+', ['disneyplus.com']],
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

/** Pages of sites that are known not to be read. Files on them are links like any other. */
export function otherSites(url: URL): null {
  const site = SITES.find(([, domains]) => onDomain(url, ...domains))
  if (site === undefined || endsAsFile(url.pathname)) return null
  throw notRead(`Verbatim doesn't read ${site[0]}. Paste a link of a supported site, or upload the file.`)
}
