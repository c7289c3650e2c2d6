import type { MediaRef } from '@/lib/archive/media-ref'
import { singleFlight } from '@/lib/platform/share-work'
import { withDeadline } from '@/lib/platform/start-deadline'
import { querySource } from './ask-source'
import { type RememberedProbe, recallProbe, toRememberedProbe } from './remembered-probe'

/**
 * Which captions a platform has of a recording: as it told in the last ten minutes, else as it tells now, asked once
 * however many ask at the same time. Throws what `askSource` throws, and a TimeoutError.
 */
export async function listTracks(ref: MediaRef, timeoutMs: number): Promise<RememberedProbe> {
  const known = await recallProbe(ref)
  if (known) return known
  const { platform, videoId, accessKey } = ref
  return singleFlight(['tracks', platform, videoId, accessKey].join(' '), async () => {
    const { media } = await withDeadline({ timeoutMs }, (signal) => querySource(ref, null, { signal, trace: [] }))
    return toRememberedProbe(media)
  })
}
