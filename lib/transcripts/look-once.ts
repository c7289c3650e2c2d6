import type { MediaRef } from '@/lib/archive/media-ref'
import type { LanguageRequest } from '@/lib/captions/choose-track'
import { withAdvisoryLock } from '@/lib/platform/exclusively'
import { singleFlight } from '@/lib/platform/share-work'
import { withDeadline } from '@/lib/platform/start-deadline'
import { findStored, OWN_WORD } from './find-stored'
import type { Outcome } from './outcome'

type Asked = {
  ref: MediaRef
  requested: LanguageRequest
  limitMs: number
  /** Whatever else must be the same for a look to be shared. */
  sharedBy?: readonly string[]
  /** Whose text will do, the best first. */
  origins?: readonly string[]
}

/**
 * Looks at a recording once, however many want to at the same time, here and in other processes: the first looks, for so
 * long at most, and the others get what came of it. Throws what `look` throws; a TimeoutError when it takes too long.
 */
export function inspectOnce(
  { ref, requested, limitMs, sharedBy = [], origins = OWN_WORD }: Asked,
  look: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const { platform, videoId, accessKey } = ref
  const key = ['ask', platform, videoId, accessKey, requested.requestedLang, requested.strict, ...sharedBy].join(' ')
  const lookUnlessFound = async (signal: AbortSignal): Promise<Outcome> => {
    const found = await findStored(ref, requested, origins)
    if (found?.transcript.complete && !found.outdated) return { kind: 'stored', stored: found.transcript, cached: true }
    return look(signal)
  }
  return singleFlight(key, () =>
    withDeadline({ timeoutMs: limitMs }, (signal) => withAdvisoryLock(key, signal, () => lookUnlessFound(signal))),
  )
}
