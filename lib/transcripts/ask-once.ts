import type { MediaRef } from '@/lib/archive/media-ref'
import { chooseTrack, type LanguageRequest } from '@/lib/captions/choose-track'
import { checkLength } from '@/lib/media/check-length'
import type { Inspection } from '@/lib/media/inspection'
import { querySource } from '@/lib/sources/ask-source'
import type { SourceMedia } from '@/lib/sources/extractor'
import { type RememberedProbe, recallProbe } from '@/lib/sources/remembered-probe'
import { inspectOnce } from './look-once'
import type { Outcome } from './outcome'
import { finishInspection } from './settle-inspection'

/** What a question shared by many may take: none of them can cut it short. */
const SHARED_BUDGET_MS = 9_000

type Facts = Pick<SourceMedia, 'title' | 'author' | 'thumbnailUrl' | 'publishedAt' | 'durationMs' | 'kind'>

function inspectionOf(facts: Facts, captions: Inspection['captions']): Inspection {
  const { title, author, thumbnailUrl, publishedAt, durationMs, kind } = facts
  checkLength(durationMs)
  return { title, author, thumbnailUrl, publishedAt, durationMs, kind, captions }
}

/** Whether speech is the answer by what is remembered: then the platform need not be asked again. */
function needsSpeech(probe: RememberedProbe, requested: LanguageRequest): boolean {
  return chooseTrack(probe.tracks, { ...requested, spokenLang: probe.spokenLang }).kind === 'speech'
}

async function queryNow(ref: MediaRef, requested: LanguageRequest, signal: AbortSignal): Promise<Outcome> {
  const probe = await recallProbe(ref)
  if (probe?.hasAudio && needsSpeech(probe, requested)) {
    const publishedAt = probe.publishedAt === null ? null : new Date(probe.publishedAt)
    return finishInspection(ref, requested, inspectionOf({ ...probe, publishedAt }, null))
  }
  const { captions, media } = await querySource(ref, requested, { signal, trace: [] })
  return finishInspection(ref, requested, inspectionOf(media, captions))
}

/**
 * Asks a platform for a recording once, however many ask for it at the same time, here and in other processes: the first
 * asks, the others get what came of it. Throws what `askSource` throws; a TimeoutError when the platform takes too long
 * to wait for.
 */
export function queryOnce(ref: MediaRef, requested: LanguageRequest): Promise<Outcome> {
  return inspectOnce({ ref, requested, limitMs: SHARED_BUDGET_MS }, (signal) => queryNow(ref, requested, signal))
}
