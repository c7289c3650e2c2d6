import { formatLength } from '@/components/format/format-duration'
import { parseSeconds } from '@/lib/captions/time-range'

/** How long an episode is, as a clock; what its feed says where that is no time. */
export function episodeLength(duration: string | null): string | null {
  const seconds = parseSeconds(duration ?? undefined)
  return seconds === null ? duration : formatLength(seconds)
}
