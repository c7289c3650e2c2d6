import type { MediaRef } from '@/lib/archive/media-ref'
import { chooseTrack, type LanguageWish } from '@/lib/captions/choose-track'
import { checkLength } from '@/lib/media/check-length'
import type { Inspection } from '@/lib/media/inspection'
import { askSource } from '@/lib/sources/ask-source'
import type { SourceMedia } from '@/lib/sources/extractor'
import { type RememberedProbe, recallProbe } from '@/lib/sources/remembered-probe'
import { lookOnce } from './look-once'
import type { Outcome } from './outcome'
import { settleInspection } from './settle-inspection'

/** What a question shared by many may take: none of them can cut it short. */
const SHARED_BUDGET_MS = 9_000

type Facts = Pick<SourceMedia, 'title' | 'author' | 'thumbnailUrl' | 'publishedAt' | 'durationMs' | 'kind'>

function inspectionOf(facts: Facts, captions: Inspection['captions']): Inspection {
  const { title, author, thumbnailUrl, publishedAt, durationMs, kind } = facts
  checkLength(durationMs)
  return { title, author, thumbnailUrl, publishedAt, durationMs, kind, captions }
}

/** Whether speech is the answer by what is remembered: then the platform need not be asked again. */
function needsSpeech(probe: RememberedProbe, wish: LanguageWish): boolean {
  return chooseTrack(probe.tracks, { ...wish, spokenLang: probe.spokenLang }).kind === 'speech'
}

async function askNow(ref: MediaRef, wish: LanguageWish, signal: AbortSignal): Promise<Outcome> {
  const probe = await recallProbe(ref)
  if (probe?.hasAudio && needsSpeech(probe, wish)) {
    const publishedAt = probe.publishedAt === null ? null : new Date(probe.publishedAt)
    return settleInspection(ref, wish, inspectionOf({ ...probe, publishedAt }, null))
  }
  const { captions, media } = await askSource(ref, wish, { signal, trace: [] })
  return settleInspection(ref, wish, inspectionOf(media, captions))
}

/**
 * Asks a platform for a recording once, however many ask for it at the same time, here and in other processes: the first
 * asks, the others get what came of it. Throws what `askSource` throws; a TimeoutError when the platform takes too long
 * to wait for.
 */
export function askOnce(ref: MediaRef, wish: LanguageWish): Promise<Outcome> {
  return lookOnce({ ref, wish, limitMs: SHARED_BUDGET_MS }, (signal) => askNow(ref, wish, signal))
}
