import { bilibili } from './bilibili/platform'
import { dailymotion } from './dailymotion/platform'
import { facebook } from './facebook/platform'
import { instagram } from './instagram/platform'
import { loom } from './loom/platform'
import type { PlatformFacts } from './platform-facts'
import { podcast } from './podcast/platform'
import { rednote } from './rednote/platform'
import { soundcloud } from './soundcloud/platform'
import { ted } from './ted/platform'
import { tiktok } from './tiktok/platform'
import { twitch } from './twitch/platform'
import { upload } from './upload/platform'
import { vimeo } from './vimeo/platform'
import { web } from './web/platform'
import { x } from './x/platform'
import { youtube } from './youtube/platform'

/** The platforms that are asked for recordings, in the order of the interface. */
export const SITES = [
  youtube,
  x,
  tiktok,
  facebook,
  instagram,
  rednote,
  bilibili,
  vimeo,
  dailymotion,
  twitch,
  soundcloud,
  ted,
  loom,
] as const

/** The places of recordings: sites, all other sites that yt-dlp reads, uploaded files, and any other link to sound. */
export const PLATFORMS = [...SITES, web, upload, podcast] as const

export type Platform = (typeof PLATFORMS)[number]['id']
export type Site = (typeof SITES)[number]['id']

export const PLATFORM_IDS: readonly Platform[] = PLATFORMS.map(({ id }) => id)

/** The facts of a platform; undefined for a name that is none. */
export function factsOf(id: string): PlatformFacts<Platform> | undefined {
  return PLATFORMS.find((platform) => platform.id === id)
}

/** A name that was stored, as the platform that it is. Throws an Error for any other. */
export function knownPlatform(id: string): Platform {
  const known = factsOf(id)
  if (!known) throw new Error(`There is no platform "${id}".`)
  return known.id
}

/** The names of all platforms, as people know them. */
export const PLATFORM_NAMES = Object.fromEntries(PLATFORMS.map(({ id, name }) => [id, name])) as Readonly<
  Record<Platform, string>
>

/** The name of the place of a recording; of another site, its host. */
export function siteName(platform: Platform, url: string | null): string {
  return platform === 'web' && url ? new URL(url).hostname.replace(/^www\./, '') : PLATFORM_NAMES[platform]
}

/** The origins of the players that pages may show. */
export const PLAYER_ORIGINS: readonly string[] = PLATFORMS.flatMap(({ player }: PlatformFacts) => player?.origin ?? [])

/** The sites with lists that can be imported. */
export const LIST_SITES: readonly PlatformFacts<Site>[] = SITES.filter(
  ({ lists }: PlatformFacts) => lists !== undefined,
)

/** The names of some platforms in a sentence: "YouTube, X and Vimeo". */
export function listNames(platforms: readonly PlatformFacts[], word: 'and' | 'or'): string {
  const format = new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' })
  return format.format(platforms.map(({ name }) => name))
}

/** Whether a host is one of these domains or below one. A name that only looks like one is not. */
export function isHostOf(hostname: string, domains: readonly string[]): boolean {
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}
