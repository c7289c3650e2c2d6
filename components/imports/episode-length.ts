import { formatDuration } from '@/components/format-duration'
import { parseSeconds } from '@/components/transcript-viewer/parse-seconds'

/** How long an episode is, in words; what its feed says where that is no time. */
export function episodeLength(duration: string | null): string | null {
  const seconds = parseSeconds(duration ?? undefined)
  return seconds === null ? duration : formatDuration(seconds)
}
