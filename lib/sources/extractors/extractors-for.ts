import type { MediaRef } from '@/lib/archive/media/media-ref'
import { sourceOf } from '@/lib/platforms/site-sources'
import { ytDlpExtractor } from '../yt-dlp/yt-dlp-extractor'
import type { Extractor } from './extractor'
import { failingExtractorsLast } from './extractor-failures'

/** The extractor of a recording that is tried when the others fail; null where there is none. */
export function fallbackExtractor(ref: MediaRef): Extractor | null {
  const embed = sourceOf(ref.platform)?.fallback
  return embed && (embed.handles?.(ref) ?? true) ? embed : null
}

/**
 * The extractors of a recording, in the order in which they are tried: those that have failed lately after the others, and
 * the fallback last.
 */
export function extractorsFor(ref: MediaRef): Extractor[] {
  const own = sourceOf(ref.platform)?.extractors?.() ?? []
  const fallback = fallbackExtractor(ref)
  return [...failingExtractorsLast([...own, ytDlpExtractor], ref.platform), ...(fallback ? [fallback] : [])]
}
