import type { MediaRef } from '@/lib/archive/media/media-ref'
import type { LanguageRequest } from '@/lib/captions/language/choose-track'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { withBreaker } from './breaker'
import { checkSwitchedOn } from './check-switched-on'
import type { Attempt } from './extractors/attempt'
import { extractorsFor } from './extractors/extractors-for'
import { type SourceResult, tryExtractors } from './extractors/try-extractors'
import { rememberProbe } from './memory/remembered-probe'
import { checkRefusal, rememberRefusal } from './memory/remembered-refusal'
import { countedRequest } from './status/count-request'

function report({ platform, videoId }: MediaRef, outcome: string, trace: Attempt[]): void {
  log.info('a source was queried', { platform, video_id: videoId, outcome, trace })
}

/**
 * Queries a platform for the captions of a recording, or, without a requested language, for the list of them, with all
 * of its extractors. Adds the attempts to `trace` and the log, and remembers the result for ten minutes. Throws what
 * `tryExtractors` throws, and fails immediately when the platform is switched off, has blocked this egress, or has just
 * refused this recording.
 */
export async function querySource(
  ref: MediaRef,
  requested: LanguageRequest | null,
  { signal, trace, timeBudget = 1 }: { signal: AbortSignal; trace: Attempt[]; timeBudget?: number },
): Promise<SourceResult> {
  checkSwitchedOn(ref.platform)
  await checkRefusal(ref)
  try {
    const request = { ref, requested, signal, trace, timeBudget }
    const counted = { platform: ref.platform, kind: 'captions' } as const
    const answer = await withBreaker({ platform: ref.platform, recording: ref.videoId }, () =>
      countedRequest(counted, () => tryExtractors(extractorsFor(ref), request)),
    )
    await rememberProbe(ref, answer.media)
    report(ref, answer.captions ? answer.captions.source : 'no captions', trace)
    return answer
  } catch (error) {
    report(ref, error instanceof Problem ? error.code : 'stopped', trace)
    if (!(error instanceof Problem)) throw error
    await rememberRefusal(ref, error)
    throw error
  }
}
