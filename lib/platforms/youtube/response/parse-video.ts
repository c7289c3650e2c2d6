import type { SourceMedia } from '@/lib/sources/extractors/extractor'
import { parsePlayability } from './parse-playability'
import { parsePlayerResponse } from './player-response'
import { toSourceMedia } from './to-source-media'

/**
 * Reads a player's answer, parsed JSON, about a video. Throws what it refuses as a Problem (`parsePlayability`) and
 * `upstream_changed` for what can't be read. `userAgent`: who asked, and may fetch the captions.
 */
export function parseVideo(json: unknown, { videoId, userAgent }: { videoId: string; userAgent: string }): SourceMedia {
  const answer = parsePlayerResponse(json)
  const refusal = parsePlayability(answer, videoId)
  if (refusal !== null) throw refusal
  return toSourceMedia(answer, userAgent)
}
