import type { MediaRef } from '@/lib/archive/media-ref'
import { Problem } from '@/lib/platform/problem'
import { checkBreaker, countBlock } from './breaker'
import { checkSwitchedOn } from './check-switched-on'
import { downloadLink } from './download-link'
import { downloadAudio } from './yt-dlp/download-audio'

/**
 * Downloads the audio of a recording into a file, which appears when it is complete: a direct link as it is, a
 * platform’s by yt-dlp. Throws what the source refuses with.
 */
export async function fetchAudio(ref: MediaRef, file: string, signal: AbortSignal): Promise<void> {
  if (ref.platform === 'podcast') return downloadLink(ref.openUrl ?? ref.url, file, { signal })
  checkSwitchedOn(ref.platform)
  checkBreaker(ref.platform)
  try {
    await downloadAudio(ref, file, { signal })
  } catch (error) {
    if (error instanceof Problem && error.code === 'upstream_blocked') countBlock(ref.platform)
    throw error
  }
}
