import type { MediaRef } from '@/lib/archive/media/media-ref'
import type { Platform } from '@/lib/platforms/platforms'
import { bilibiliApi } from '../embeds/bilibili-api'
import { tiktokEmbed } from '../embeds/tiktok-embed'
import { vimeoPlayer } from '../embeds/vimeo-player'
import { xEmbed } from '../embeds/x-embed'
import { youtubeExtractors } from '../youtube/youtube-extractors'
import { ytDlpExtractor } from '../yt-dlp/yt-dlp-extractor'
import type { Extractor } from './extractor'
import { failingExtractorsLast } from './extractor-failures'

/**
 * What embeds of a platform show on other sites. Facebook and rednote have nothing of the kind without a sign-in, and
 * yt-dlp reads Instagram's embed itself.
 */
const EMBEDS: Readonly<Partial<Record<Platform, Extractor>>> = {
  x: xEmbed,
  tiktok: tiktokEmbed,
  vimeo: vimeoPlayer,
  bilibili: bilibiliApi,
}

/** The extractor of a recording that is tried when the others fail; null where there is none. */
export function fallbackExtractor(ref: MediaRef): Extractor | null {
  const embed = EMBEDS[ref.platform]
  return embed && (embed.handles?.(ref) ?? true) ? embed : null
}

/**
 * The extractors of a recording, in the order in which they are tried: those that have failed lately after the others, and
 * the fallback last.
 */
export function extractorsFor(ref: MediaRef): Extractor[] {
  const own = ref.platform === 'youtube' ? youtubeExtractors() : []
  const fallback = fallbackExtractor(ref)
  return [...failingExtractorsLast([...own, ytDlpExtractor], ref.platform), ...(fallback ? [fallback] : [])]
}
