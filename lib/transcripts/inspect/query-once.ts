import type { MediaRef } from '@/lib/archive/media/media-ref'
import { chooseTrack, type LanguageRequest } from '@/lib/captions/language/choose-track'
import { dialogueTracks } from '@/lib/captions/tracks/dialogue-tracks'
import { parseTrackId } from '@/lib/captions/tracks/track-ids'
import { checkLength } from '@/lib/media/check-length'
import type { Inspection } from '@/lib/media/inspection'
import type { SourceMedia } from '@/lib/sources/extractors/extractor'
import { type RememberedProbe, recallProbe } from '@/lib/sources/memory/remembered-probe'
import { querySource } from '@/lib/sources/query-source'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { finishInspection } from './finish-inspection'
import { inspectOnce } from './inspect-once'
import type { Outcome } from './outcome'

/** The time limit of a shared query: no single caller can cut it short. */
const SHARED_BUDGET_MS = 9_000

type Facts = Pick<SourceMedia, 'title' | 'author' | 'thumbnailUrl' | 'publishedAt' | 'durationMs' | 'kind'>

function inspectionOf(facts: Facts, captions: Inspection['captions']): Inspection {
  const { title, author, thumbnailUrl, publishedAt, durationMs, kind } = facts
  checkLength(durationMs)
  return { title, author, thumbnailUrl, publishedAt, durationMs, kind, captions }
}

/** Whether the remembered probe already says that speech-to-text is needed: then the platform is not queried again. */
function needsSpeech(probe: RememberedProbe, requested: LanguageRequest): boolean {
  if (parseTrackId(requested.requestedLang) !== null) return false
  return chooseTrack(dialogueTracks(probe.tracks), { ...requested, spokenLang: probe.spokenLang }).kind === 'speech'
}

async function queryNow(ref: MediaRef, requested: LanguageRequest, signal: AbortSignal): Promise<Outcome> {
  const probe = await recallProbe(ref)
  if (probe?.hasAudio && needsSpeech(probe, requested)) {
    const publishedAt = probe.publishedAt === null ? null : new Date(probe.publishedAt)
    return finishInspection(ref, requested, inspectionOf({ ...probe, publishedAt }, null))
  }
  const { captions, scant, media } = await querySource(ref, requested, { signal, trace: [] })
  const { engine } = scant ? await configuredEngine() : { engine: null }
  return finishInspection(ref, requested, inspectionOf(media, captions ?? (engine ? null : (scant ?? null))))
}

/**
 * Queries a platform for a recording once, however many callers ask at the same time, in this and other processes: the
 * first queries, the others get its result. Throws what `querySource` throws; a TimeoutError when the platform takes
 * too long.
 */
export function queryOnce(ref: MediaRef, requested: LanguageRequest): Promise<Outcome> {
  return inspectOnce({ ref, requested, limitMs: SHARED_BUDGET_MS }, (signal) => queryNow(ref, requested, signal))
}
