import type { EpisodeDescription } from '@/lib/archive/library-items/describe-library-item'
import { saveMedia } from '@/lib/archive/media/save-media'
import { renderTranscript } from '@/lib/archive/render/render-transcript'
import { withTextOwner } from '@/lib/archive/texts/text-owner'
import { captionOrigin, recordingOrigin } from '@/lib/archive/transcripts/recording-origin'
import { missingOf, WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import { trackUnavailable } from '@/lib/captions/tracks/requested-track'
import { parseTrackId } from '@/lib/captions/tracks/track-ids'
import type { Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import type { JobStarted } from '@/lib/jobs/contract'
import { startJob } from '@/lib/jobs/start-job'
import { transcriptOrigins } from '@/lib/podcasts/transcript-origin'
import { requireEngine } from '@/lib/speech/configured-engine'
import { findComingModel } from '@/lib/speech/downloads/find-coming-model'
import { canTimeWords } from '@/lib/speech/engine'
import { SPEAKERS_UNAVAILABLE } from '@/lib/speech/speakers/find-speaker-turns'
import { reservableSeconds } from '@/lib/usage/remaining-seconds'
import type { TranscriptRequest } from './contract'
import { deliverTranscript } from './deliver/deliver-transcript'
import { findDeliveredTranscript } from './deliver/delivered-transcript-table'
import { findStored, isOutdated, type Stored } from './deliver/find-stored'
import { noteRecentText, recentText } from './deliver/recent-texts'
import type { Outcome } from './inspect/finish-inspection'
import { inspectSource } from './inspect/inspect-source'
import { type Located, locatePage } from './locate/locate-link'
import { locateSource } from './locate/locate-source'
import { type ParsedRequest, parseRequest } from './parse-request'
import { type TimeBudget, withTimeBudget } from './time-budget'
import { withFieldContext } from './with-field-context'

/** An immediate response takes at most 10 s; inspecting gets most of them. */
const TIME_BUDGET_MS = 9_000

export type Obtained = { kind: 'transcript'; transcript: Transcript } | { kind: 'job'; job: JobStarted }

type Asked = {
  actor: Actor
  request: ParsedRequest
  budget: TimeBudget
  /** For an import, and of one whether only text that comes with the recording is wanted. */
  forImport: { onlyWithCaptions: boolean } | null
  /** Whether a text without times of words is of no use. */
  needsWords: boolean
}
type Speech = Extract<Outcome, { kind: 'speech' }>
/** Text has to be made from the sound; `old` is the stored transcript that it replaces or continues, and from where. */
type SpeechNeeded = {
  kind: 'speech needed'
  located: Located
  speech: Speech
  old: { replaces: string | null; fromMs: number }
}

/** The description of the feed by which a recording was found; null without a feed. */
function descriptionOf(located: Located): EpisodeDescription | null {
  if (located.kind !== 'episode') return null
  const { title, author, thumbnailUrl, publishedAt } = located.episode
  return { title, author, thumbnailUrl, publishedAt }
}

/** The origin of the text that the caller sends with an upload; null where they send none. */
function captionOriginOf(located: Located): string | null {
  return located.kind === 'upload' && located.captionsId !== null ? captionOrigin(located.captionsId) : null
}

/**
 * The origins whose transcript is accepted: the captions sent with an upload alone, else first that of the feed that led to
 * the recording, if it offers one, else the recording itself.
 */
function originsFor({ actor: { userId }, request }: Asked, located: Located): readonly string[] {
  const sent = captionOriginOf(located)
  if (sent !== null) return [sent]
  if (located.kind !== 'episode' || located.episode.transcripts.length === 0)
    return [recordingOrigin(request.requestedLang)]
  const { shared, own } = transcriptOrigins(located.episode, userId)
  return [shared, own]
}

async function deliver(
  { actor, request }: Asked,
  located: Located,
  { stored, cached }: { stored: Stored; cached: boolean },
): Promise<Obtained> {
  const { requestedLang, format, options, allowPartial } = request
  const view = { requestedLang, format, options, cached, allowPartial, description: descriptionOf(located) }
  return { kind: 'transcript', transcript: await deliverTranscript(actor, stored, view) }
}

/** Requires an engine for a language; a job waits for a model that is being downloaded. Throws what `requireEngine` does. */
async function requireEngineSoon(lang: string | null): Promise<void> {
  try {
    await requireEngine(lang)
  } catch (error) {
    const isUnknown = error instanceof Problem && error.code === 'language_not_supported'
    if (!isUnknown || lang === null || !(await findComingModel(lang))) throw error
  }
}

/** Throws `words_unavailable` where no engine for a language can time words. */
async function requireWordTimes(lang: string | null): Promise<void> {
  if (!canTimeWords(await requireEngine(lang))) throw new Problem('words_unavailable')
}

/** Starts or joins the job. */
export async function startSpeech(asked: Asked, { located, speech, old }: SpeechNeeded): Promise<Obtained> {
  const { actor, request, forImport } = asked
  const { requestedLang, langHint, strict, allowPartial, diarize, words, options } = request
  const { media, durationMs, claimedDurationMs = null, captionless, spokenLang: sourceLang } = speech
  // A caller may know better than the source.
  if (captionless) await requireEngineSoon(langHint ?? sourceLang)
  if (asked.needsWords) await requireWordTimes(langHint ?? sourceLang)
  const withoutSpeakers = options.speakers === false
  const texts = { requestedLang, langHint, strict, allowPartial, diarize, withoutSpeakers, words }
  const requested = { ...texts, forImport: forImport !== null }
  const source = { media, openUrl: located.ref.openUrl, captionless, durationMs, claimedDurationMs, sourceLang }
  const begun = await startJob(actor, { ...source, description: descriptionOf(located), ...requested, ...old })
  if ('job_id' in begun) return { kind: 'job', job: begun }
  const stored = await db().transcript.findUniqueOrThrow({
    where: { id: begun.storedId },
    include: { media: true },
    omit: WITHOUT_TEXT,
  })
  return deliver(asked, located, { stored, cached: true })
}

/** Whether a stored partial transcript is as much as the caller can have. */
async function isAsMuchAsAffordable({ actor, request }: Asked, stored: Stored): Promise<boolean> {
  if (!request.allowPartial) return false
  const langs = [stored.requestedLang, ...(stored.lang ? [stored.lang] : [])]
  const reach = await reservableSeconds(db(), actor, { mediaId: stored.mediaId, langs })
  return reach * 1000 <= stored.coveredMs
}

/** The language that a feed gives for what is spoken in an episode; null where none does. */
function spokenLang(located: Located): string | null {
  return located.kind === 'episode' ? located.episode.lang : null
}

/** The stored transcript for this request, or what continues it. */
async function deliverOrResume(asked: Asked, located: Located, stored: Stored): Promise<Obtained | SpeechNeeded> {
  const speech: Speech = {
    kind: 'speech',
    media: stored.media,
    durationMs: stored.totalMs,
    captionless: true,
    spokenLang: spokenLang(located),
  }
  // The text before the first missing span is kept.
  const fromMs = missingOf(stored)[0]?.[0] ?? stored.coveredMs
  const old = { replaces: stored.id, fromMs }
  const resumed: SpeechNeeded = { kind: 'speech needed', located, speech, old }
  if (asked.forImport?.onlyWithCaptions && stored.source === 'speech_to_text') return resumed
  if (stored.complete || (await isAsMuchAsAffordable(asked, stored)))
    return deliver(asked, located, { stored, cached: true })
  return resumed
}

/** A source that does not answer in time is left to the job. */
async function outOfTime(located: Located): Promise<Speech> {
  const { ref, kind } = located
  if (captionOriginOf(located) !== null) {
    const detail = 'Reading the two files took too long. Nothing was charged. Try again.'
    throw new Problem('upstream_timeout', { detail })
  }
  const media = await saveMedia(ref, { kind: kind === 'platform' ? 'video' : 'audio' })
  return { kind: 'speech', media, durationMs: null, captionless: false, spokenLang: spokenLang(located) }
}

/** A requested track is never replaced by speech. Throws `language_unavailable`, and `upstream_timeout` where nothing is known of it. */
function requireNoTrack({ requestedLang }: ParsedRequest, { captionless }: Speech): void {
  if (parseTrackId(requestedLang) === null) return
  if (captionless) throw trackUnavailable([])
  throw new Problem('upstream_timeout', {
    detail: 'Reading the caption tracks of this source took too long. Nothing was charged. Try again, or omit track.',
  })
}

/** A transcript that the caller has had before costs nothing and changes nothing. */
async function deliverAgain({ actor, request }: Asked, located: Located): Promise<Obtained | null> {
  const { ref } = located
  const { requestedLang, format, options } = request
  const known = format === 'json' ? recentText(ref, requestedLang, options) : null
  const sent = captionOriginOf(located)
  const had = await findDeliveredTranscript(actor, ref, requestedLang, { known, captionOrigin: sent })
  if (!had || (await isOutdated(had.transcript, request))) return null
  noteRecentText(ref, requestedLang, had.transcript)
  const asked = { requestedLang, format, options, reader: actor.userId }
  const view = { libraryItemId: had.libraryItemId, cached: true, coveredMs: null, ...asked }
  return { kind: 'transcript', transcript: await renderTranscript(had.transcript, had.media, view) }
}

/** The transcript where there is one already or the source has captions, else what making it needs. */
export async function findText(asked: Asked, located: Located): Promise<Obtained | SpeechNeeded> {
  const { actor, request, budget } = asked
  const had = await deliverAgain(asked, located)
  if (had) return had
  const origins = originsFor(asked, located)
  const first = await findStored(located.ref, request, origins)
  if (first && !first.outdated) return deliverOrResume(asked, located, first.transcript)
  const seen = await budget.spend((signal) => inspectSource(located, request, { userId: actor.userId, signal }))
  if (seen?.kind === 'page') return findText(asked, await locatePage(located.ref, seen.refusal, budget.signal))
  const outcome = seen ?? (await outOfTime(located))
  if (outcome.kind === 'stored') return deliver(asked, located, outcome)
  requireNoTrack(request, outcome)
  const transcribed = origins.includes('') ? first : await findStored(located.ref, request)
  if (transcribed && !transcribed.outdated) return deliverOrResume(asked, located, transcribed.transcript)
  const isSpeech = transcribed?.transcript.source === 'speech_to_text'
  const old = { replaces: isSpeech ? transcribed.transcript.id : null, fromMs: 0 }
  return { kind: 'speech needed', located, speech: outcome, old }
}

/** A transcript without the speakers that were asked for says so. */
function withSpeakerWarning(obtained: Obtained): Obtained {
  if (obtained.kind === 'job') return obtained
  const { transcript } = obtained
  const { speakers, warnings } = transcript
  if (speakers || warnings.some(({ code }) => code === 'speakers_unavailable' || code === 'no_speech')) return obtained
  return { kind: 'transcript', transcript: { ...transcript, warnings: [...warnings, SPEAKERS_UNAVAILABLE] } }
}

/**
 * Returns a transcript immediately when it is stored or the source has captions, else the job that makes it. Errors of
 * the request or the source are thrown before anything is charged or started.
 */
export async function obtainTranscript(
  actor: Actor,
  body: TranscriptRequest,
  signal: AbortSignal,
  { needsWords } = { needsWords: false },
): Promise<Obtained> {
  const request = parseRequest(body)
  const { field, value } = request.source
  const obtain = async (budget: TimeBudget) => {
    const located = await budget.spend((left) => locateSource(actor, request.source, left))
    if (!located) throw new Problem('upstream_timeout')
    const asked = { actor, request, budget, forImport: null, needsWords }
    const found = await findText(asked, located)
    const obtained = found.kind === 'speech needed' ? await startSpeech(asked, found) : found
    return request.diarize ? withSpeakerWarning(obtained) : obtained
  }
  return withTextOwner(actor.userId, () =>
    withFieldContext(field, value, () => withTimeBudget(TIME_BUDGET_MS, signal, obtain)),
  )
}
