import { words } from './words'

/** Sites by their own names. */
const SITES: readonly (readonly [string, RegExp])[] = [
  ['YouTube', /^(.+\.)?(youtube(-nocookie)?\.com|youtu\.be)$/],
  ['X', /^(.+\.)?(x|twitter)\.com$/],
  ['TikTok', /^(.+\.)?tiktok\.com$/],
  ['Facebook', /^(.+\.)?(facebook\.com|fb\.watch)$/],
  ['Instagram', /^(.+\.)?instagram\.com$/],
  ['RedNote', /^(.+\.)?(xiaohongshu\.com|xhslink\.com)$/],
  ['Bilibili', /^(.+\.)?(bilibili\.com|b23\.tv)$/],
  ['Vimeo', /^(.+\.)?vimeo\.com$/],
  ['Apple Podcasts', /^podcasts\.apple\.com$/],
]

const FILES: readonly (readonly [string, RegExp])[] = [
  [words.kinds.audio, /\.(mp3|m4a|aac|wav|flac|ogg|oga|opus|wma)$/i],
  [words.kinds.video, /\.(mp4|m4v|mov|webm|mkv|avi)$/i],
  [words.kinds.captions, /\.(srt|vtt)$/i],
  [words.kinds.feed, /\.(rss|xml|atom)$/i],
]

/**
 * A guess at what someone is typing, for the chip beside the field: a platform's name, the kind of file a link leads to,
 * "Link", or null while it is none. Only a hint; the server decides.
 */
export function recogniseHint(typed: string): string | null {
  const text = typed.trim()
  if (!/^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+/i.test(text)) return null
  const link = /^[a-z]+:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(link)) return null
  const { hostname, pathname } = new URL(link)
  const site = SITES.find(([, pattern]) => pattern.test(hostname))
  const file = FILES.find(([, pattern]) => pattern.test(pathname))
  return site?.[0] ?? file?.[0] ?? words.link
}
