import type { PlatformFacts } from '@/lib/platforms/platform-facts'
import { isHostOf, PLATFORM_NAMES, type Platform, SITES } from '@/lib/platforms/platforms'
import { words } from './words'

const APPLE_PODCASTS = /^podcasts\.apple\.com$/

const FILES: readonly (readonly [string, RegExp])[] = [
  [words.kinds.audio, /\.(mp3|m4a|aac|wav|flac|ogg|oga|opus|wma)$/i],
  [words.kinds.video, /\.(mp4|m4v|mov|webm|mkv|avi)$/i],
  [words.kinds.feed, /\.(rss|xml|atom)$/i],
]

/** A link being typed as a URL; null while it is none. */
function parseTyped(typed: string): URL | null {
  const text = typed.trim()
  if (!/^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+/i.test(text)) return null
  const link = /^[a-z]+:/i.test(text) ? text : `https://${text}`
  return URL.canParse(link) ? new URL(link) : null
}

function siteOf(link: URL | null): PlatformFacts<Platform> | undefined {
  return link ? SITES.find(({ hosts }) => isHostOf(link.hostname, hosts)) : undefined
}

/** The platform that a link being typed seems to lead to; null for any other, and while it is no link. */
export function recognisePlatform(typed: string): Platform | null {
  return siteOf(parseTyped(typed))?.id ?? null
}

/** Whether a link shows a video in a playlist, which can be imported instead. */
export function isInPlaylist(typed: string): boolean {
  const link = parseTyped(typed)
  return link !== null && siteOf(link)?.isInList?.(link) === true
}

/**
 * The likely target of a link being typed, for the chip beside the field: a platform, a kind of file, or "Link"; null while it
 * is no link. `captionEndings`: how the names of caption files end. Only a hint: the server decides.
 */
export function recogniseHint(typed: string, captionEndings: readonly string[] = []): string | null {
  const url = parseTyped(typed)
  if (!url) return null
  const platform = recognisePlatform(typed)
  if (platform) return PLATFORM_NAMES[platform]
  if (APPLE_PODCASTS.test(url.hostname)) return words.kinds.applePodcasts
  const ending = url.pathname.split('.').at(-1)?.toLowerCase() ?? ''
  if (captionEndings.includes(ending)) return words.kinds.captions
  return FILES.find(([, pattern]) => pattern.test(url.pathname))?.[0] ?? words.link
}
