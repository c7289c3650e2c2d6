import type { SourceMedia } from '@/lib/sources/extractor'
import { parsePlayerResponse } from './player-answer'
import { parsePlayability } from './read-playability'
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
