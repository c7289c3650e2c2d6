import { formatLength } from '@/components/format-duration'
import { parseSeconds } from '@/components/transcript-viewer/player/parse-seconds'

/** How long an episode is, as a clock; what its feed says where that is no time. */
export function episodeLength(duration: string | null): string | null {
  const seconds = parseSeconds(duration ?? undefined)
  return seconds === null ? duration : formatLength(seconds)
}
