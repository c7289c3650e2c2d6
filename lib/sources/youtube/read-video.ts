import type { SourceMedia } from '@/lib/sources/extractor'
import { readPlayerAnswer } from './player-answer'
import { readPlayability } from './read-playability'
import { toSourceMedia } from './to-source-media'

/**
 * Reads a player's answer, parsed JSON, about a video. Throws what it refuses as a Problem (`readPlayability`) and
 * `upstream_changed` for what can't be read. `userAgent`: who asked, and may fetch the captions.
 */
export function readVideo(json: unknown, { videoId, userAgent }: { videoId: string; userAgent: string }): SourceMedia {
  const answer = readPlayerAnswer(json)
  const refusal = readPlayability(answer, videoId)
  if (refusal !== null) throw refusal
  return toSourceMedia(answer, userAgent)
}
