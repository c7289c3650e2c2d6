import type { MediaRef } from '@/lib/archive/media/media-ref'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { type RememberedProbe, recallProbe, toRememberedProbe } from './memory/remembered-probe'
import { querySource } from './query-source'

/**
 * The captions of a recording on a platform: as remembered for up to ten minutes, else queried now, once for all
 * concurrent callers. Throws what `querySource` throws, and a TimeoutError.
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
