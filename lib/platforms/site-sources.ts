import { bilibiliSource } from './bilibili/extractors'
import { dailymotionSource } from './dailymotion/extractors'
import { facebookSource } from './facebook/extractors'
import { instagramSource } from './instagram/extractors'
import { loomSource } from './loom/extractors'
import { SITES, type Site } from './platforms'
import { rednoteSource } from './rednote/extractors'
import type { SiteSource } from './site-source'
import { soundcloudSource } from './soundcloud/extractors'
import { tedSource } from './ted/extractors'
import { tiktokSource } from './tiktok/extractors'
import { twitchSource } from './twitch/extractors'
import { vimeoSource } from './vimeo/extractors'
import { webSource } from './web/extractors'
import { xSource } from './x/extractors'
import { youtubeSource } from './youtube/extractors'

/** How each site is asked, beside `platforms.ts` because pages must not load it. */
export const SITE_SOURCES: Readonly<Record<Site, SiteSource>> = {
  youtube: youtubeSource,
  x: xSource,
  tiktok: tiktokSource,
  facebook: facebookSource,
  instagram: instagramSource,
  rednote: rednoteSource,
  bilibili: bilibiliSource,
  vimeo: vimeoSource,
  dailymotion: dailymotionSource,
  twitch: twitchSource,
  soundcloud: soundcloudSource,
  ted: tedSource,
  loom: loomSource,
}

/** The site whose extractor of yt-dlp has a name: pages of other sites show its players. */
export function siteOfExtractor(name: string | null | undefined): Site | undefined {
  return SITES.find(({ id }) => {
    const { recordings, lists = [] } = SITE_SOURCES[id].ytDlp
    return [...recordings, ...lists].some((known) => known === name)
  })?.id
}

type AnySource = Omit<SiteSource, 'links' | 'probe'> & Partial<Pick<SiteSource, 'links'>>

/** How a platform is asked; undefined for one that yt-dlp does not read. */
export function sourceOf(platform: string): AnySource | undefined {
  const sources: Readonly<Record<string, AnySource>> = { ...SITE_SOURCES, web: webSource }
  return Object.entries(sources).find(([id]) => id === platform)?.[1]
}
