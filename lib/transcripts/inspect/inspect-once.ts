import type { MediaRef } from '@/lib/archive/media/media-ref'
import type { LanguageRequest } from '@/lib/captions/language/choose-track'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { withAdvisoryLock } from '@/lib/core/db/advisory-lock'
import { findStored } from '../deliver/find-stored'
import type { Outcome } from './finish-inspection'

type Asked = {
  ref: MediaRef
  requested: LanguageRequest
  limitMs: number
  /** Whatever else must be equal for an inspection to be shared. */
  sharedBy?: readonly string[]
  /** The accepted origins, the best first: the recording itself where none are given. */
  origins?: readonly string[]
}

/**
 * Inspects a recording once, however many callers want it at the same time, in this and other processes: the first
 * inspects, within a time limit, and the others get its result. Throws what `inspect` throws; a TimeoutError when it
 * takes too long.
 */
export function inspectOnce(
  { ref, requested, limitMs, sharedBy = [], origins }: Asked,
  inspect: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const { platform, videoId, accessKey } = ref
  const key = ['ask', platform, videoId, accessKey, requested.requestedLang, requested.strict, ...sharedBy].join(' ')
  const inspectUnlessFound = async (signal: AbortSignal): Promise<Outcome> => {
    const found = await findStored(ref, requested, origins)
    if (found?.transcript.complete && !found.outdated) return { kind: 'stored', stored: found.transcript, cached: true }
    return inspect(signal)
  }
  return singleFlight(key, () =>
    withDeadline({ timeoutMs: limitMs }, (signal) => withAdvisoryLock(key, signal, () => inspectUnlessFound(signal))),
  )
}
