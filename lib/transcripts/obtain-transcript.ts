import type { EpisodeDescription } from '@/lib/archive/describe-library-item'
import { renderTranscript } from '@/lib/archive/render-transcript'
import { saveMedia } from '@/lib/archive/save-media'
import { WITHOUT_TEXT } from '@/lib/archive/stored-transcript'
import type { Transcript } from '@/lib/captions/transcript'
import type { JobStarted } from '@/lib/jobs/contract'
import { startJob } from '@/lib/jobs/start-job'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import type { EpisodeMedia } from '@/lib/podcasts/probe-episode'
import { transcriptOrigins } from '@/lib/podcasts/transcript-origin'
import { requireEngine } from '@/lib/speech/configured-engine'
import { withTextOwner } from '@/lib/texts/text-owner'
import { reservableSeconds } from '@/lib/usage/reservable-seconds'
import type { TranscriptRequest } from './contract'
import { deliverTranscript } from './deliver-transcript'
import { findDeliveredTranscript } from './find-delivered-transcript'
import { findStored, isOutdated, OWN_WORD, type Stored } from './find-stored'
import { EPISODE_TIMEOUT_MS, inspectSource } from './inspect-source'
import { locatedEpisode, locatePage } from './locate-episode'
import { type Located, locateSource, type MayWait } from './locate-source'
import { namingField } from './naming-field'
import type { Outcome } from './outcome'
import { type ParsedRequest, parseRequest } from './parse-request'
import { type TimeBudget, withTimeBudget } from './time-budget'

/** An immediate response takes at most 10 s; inspecting gets most of them. */
const LOOK_BUDGET_MS = 9_000

export type Obtained = { kind: 'transcript'; transcript: Transcript } | { kind: 'job'; job: JobStarted }

type Asked = { actor: Actor; request: ParsedRequest; budget: TimeBudget; forImport: boolean }
type Speech = Extract<Outcome, { kind: 'speech' }>

/** The description of the feed by which a recording was found; null without a feed. */
function descriptionOf(located: Located): EpisodeDescription | null {
  if (located.kind !== 'episode') return null
  const { title, author, thumbnailUrl, publishedAt } = located.episode
  return { title, author, thumbnailUrl, publishedAt }
}

/**
 * The origins whose transcript is accepted, first that of the feed by which the recording was found, where it offers
 * one.
 */
function originsFor({ userId }: Actor, located: Located): readonly string[] {
  if (located.kind !== 'episode' || located.episode.transcripts.length === 0) return OWN_WORD
  const { shared, own } = transcriptOrigins(located.episode, userId)
  return [shared, own]
}

async function deliver(
  { actor, request }: Asked,
  located: Located,
  { stored, cached }: { stored: Stored; cached: boolean },
): Promise<Obtained> {
  const { requestedLang, format, allowPartial } = request
  const view = { requestedLang, format, cached, allowPartial, description: descriptionOf(located) }
  return { kind: 'transcript', transcript: await deliverTranscript(actor, stored, view) }
}

/** Starts or joins the job; `old` is the stored transcript that it replaces or continues, and from where. */
async function startSpeech(
  asked: Asked,
  located: Located,
  speech: Speech,
  old: { replaces: string | null; fromMs: number },
): Promise<Obtained> {
  const { actor, request, forImport } = asked
  const { requestedLang, langHint, strict, allowPartial } = request
  const { media, durationMs, claimedDurationMs = null, captionless } = speech
  if (captionless) await requireEngine(langHint)
  const requested = { requestedLang, langHint, strict, allowPartial, forImport }
  const source = { media, openUrl: located.ref.openUrl, captionless, durationMs, claimedDurationMs }
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
async function isAllThatReaches({ actor, request }: Asked, stored: Stored): Promise<boolean> {
  if (!request.allowPartial) return false
  const langs = [stored.requestedLang, ...(stored.lang ? [stored.lang] : [])]
  const reach = await reservableSeconds(db(), actor, { mediaId: stored.mediaId, langs })
  return reach * 1000 <= stored.coveredMs
}

/** The stored transcript for this request, or the job that continues it. */
async function goOn(asked: Asked, located: Located, stored: Stored): Promise<Obtained> {
  if (stored.complete || (await isAllThatReaches(asked, stored)))
    return deliver(asked, located, { stored, cached: true })
  const speech: Speech = { kind: 'speech', media: stored.media, durationMs: stored.totalMs, captionless: true }
  return startSpeech(asked, located, speech, { replaces: stored.id, fromMs: stored.coveredMs })
}

/** What a source has not answered in time is left to the job. */
async function outOfTime({ ref, kind }: Located): Promise<Speech> {
  const media = await saveMedia(ref, { kind: kind === 'platform' ? 'video' : 'audio' })
  return { kind: 'speech', media, durationMs: null, captionless: false }
}

/** A transcript that the caller has had before costs nothing and changes nothing. */
async function readAgain({ actor, request }: Asked, { ref }: Located): Promise<Obtained | null> {
  const had = await findDeliveredTranscript(actor, ref, request.requestedLang)
  if (!had || (await isOutdated(had.transcript, request))) return null
  const { requestedLang, format } = request
  const asked = { requestedLang, format, reader: actor.userId }
  const view = { libraryItemId: had.libraryItemId, cached: true, coveredMs: null, ...asked }
  return { kind: 'transcript', transcript: await renderTranscript(had.transcript, had.media, view) }
}

async function obtainLocated(asked: Asked, located: Located): Promise<Obtained> {
  const { actor, request, budget } = asked
  const had = await readAgain(asked, located)
  if (had) return had
  const origins = originsFor(actor, located)
  const first = await findStored(located.ref, request, origins)
  if (first && !first.outdated) return goOn(asked, located, first.transcript)
  const seen = await budget.spend((signal) => inspectSource(located, request, { userId: actor.userId, signal }))
  if (seen?.kind === 'page') return obtainLocated(asked, await locatePage(located.ref, budget.signal))
  const outcome = seen ?? (await outOfTime(located))
  if (outcome.kind === 'stored') return deliver(asked, located, outcome)
  const transcribed = origins === OWN_WORD ? first : await findStored(located.ref, request)
  if (transcribed && !transcribed.outdated) return goOn(asked, located, transcribed.transcript)
  return startSpeech(asked, located, outcome, { replaces: transcribed?.transcript.id ?? null, fromMs: 0 })
}

/**
 * The one call: a transcript at once when it is stored or the source has captions, else the job that makes it. Errors
 * of the request or the source are thrown before anything is charged or started.
 */
export async function obtainTranscript(actor: Actor, body: TranscriptRequest, signal: AbortSignal): Promise<Obtained> {
  const request = parseRequest(body)
  const { field, value } = request.source
  const obtain = async (budget: TimeBudget) => {
    const located = await budget.spend((left) => locateSource(actor, request.source, left))
    if (!located) throw new Problem('upstream_timeout')
    return obtainLocated({ actor, request, budget, forImport: false }, located)
  }
  return withTextOwner(actor.userId, () =>
    namingField(field, value, () => withTimeBudget(LOOK_BUDGET_MS, signal, obtain)),
  )
}

/**
 * The same for an episode by its feed, for an import, which can wait: a temporary failure is thrown and not replaced by
 * speech-to-text. `lang` as in a request: null where it names none.
 */
export async function obtainEpisode(
  actor: Actor,
  { episode, lang, mayWait }: { episode: EpisodeMedia; lang: string | null; mayWait: MayWait },
  signal: AbortSignal,
): Promise<Obtained> {
  const requested = { format: 'json', strict_lang: false, allow_partial: false, ...(lang === null ? {} : { lang }) }
  const request = parseRequest({ url: '', upload: null, audio: episode.audioUrl, ...requested })
  return withTextOwner(actor.userId, () =>
    withTimeBudget(EPISODE_TIMEOUT_MS, signal, (budget) =>
      obtainLocated({ actor, request, budget, forImport: true }, locatedEpisode(episode, mayWait)),
    ),
  )
}
