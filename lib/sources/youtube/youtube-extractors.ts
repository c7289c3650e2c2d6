import type { Extractor } from '@/lib/sources/extractors/extractor'
import { playerExtractor } from './player-extractor'
import { youtubeClients } from './requests/youtube-clients'
import { ytdlCoreExtractor } from './ytdl-core-extractor'

/**
 * The ways of asking YouTube, best first: its player API as each of the clients, then the watch page. Throws an Error for
 * a `YOUTUBE_CLIENTS_FILE` that can't be read.
 */
export function youtubeExtractors(): Extractor[] {
  return [...youtubeClients().map(playerExtractor), ytdlCoreExtractor]
}
