import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import type { LanguageRequest } from '@/lib/captions/language/choose-track'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { askedFor, withBreaker } from './breaker'
import { checkSwitchedOn } from './check-switched-on'
import type { Attempt } from './extractors/attempt'
import { extractorsFor } from './extractors/extractors-for'
import { type SourceResult, tryExtractors } from './extractors/try-extractors'
import { type RememberedProbe, recallProbe, rememberProbe, toRememberedProbe } from './memory/remembered-probe'
import { recall, remember } from './memory/source-memory'
import { countedRequest } from './status/count-request'

function report({ platform, videoId }: MediaRef, outcome: string, trace: Attempt[]): void {
  log.info('a source was queried', { platform, video_id: videoId, outcome, trace })
}

const LIFETIME_MS = 600_000

/** The problems that last for a while. Blocks and timeouts are momentary and never remembered. */
const refusalSchema = z.object({ code: z.enum(['source_not_found', 'source_private']), detail: z.string() })

/**
 * Keyed by the link that is opened: a recording has several links, and a refused wrong one says nothing about the
 * others.
 */
function keyOf({ platform, videoId, accessKey, openUrl, url }: MediaRef): string {
  const link = createHash('sha256')
    .update(openUrl ?? url)
    .digest('base64url')
  return `refusal:${platform}:${videoId}:${accessKey}:${link}`
}

/** Remembers for ten minutes that a recording is private or missing; other problems are not remembered. */
async function rememberRefusal(ref: MediaRef, problem: Problem): Promise<void> {
  const refusal = refusalSchema.safeParse({ code: problem.code, detail: problem.message })
  if (refusal.success) await remember(keyOf(ref), refusal.data, LIFETIME_MS)
}

/** Throws the problem with which a recording was refused in the last ten minutes, if any. */
async function checkRefusal(ref: MediaRef): Promise<void> {
  const refusal = await recall(keyOf(ref), refusalSchema)
  if (refusal) throw new Problem(refusal.code, { detail: refusal.detail })
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
    const answer = await withBreaker(askedFor(ref), () =>
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
