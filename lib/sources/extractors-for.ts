import type { Platform } from '@/lib/captions/transcript'
import type { Extractor } from './extractor'
import { youtubeExtractors } from './youtube/youtube-extractors'
import { ytDlpExtractor } from './yt-dlp/yt-dlp-extractor'

/** The extractors of a platform, in the order in which they are tried. */
export function extractorsFor(platform: Platform): Extractor[] {
  return platform === 'youtube' ? [...youtubeExtractors(), ytDlpExtractor] : [ytDlpExtractor]
}
