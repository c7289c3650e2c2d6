import { renderTranscript } from '@/lib/archive/render-transcript'
import { saveMedia } from '@/lib/archive/save-media'
import type { Transcript } from '@/lib/captions/transcript'
import type { JobStarted } from '@/lib/jobs/contract'
import { startJob } from '@/lib/jobs/start-job'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { requireEngine } from '@/lib/speech/configured-engine'
import { type Budget, startBudget, withinBudget } from './budget'
import type { TranscriptRequest } from './contract'
import { findHandedOut } from './find-handed-out'
import { findStored, isOutdated } from './find-stored'
import { handOut } from './hand-out'
import { locatePage } from './locate-episode'
import { type Located, locateSource } from './locate-source'
import { lookAtSource } from './look-at-source'
import { namingField } from './naming-field'
import type { Outcome } from './outcome'
import { type ReadRequest, readRequest } from './read-request'

/** The whole answer at once takes at most 10 s; looking gets most of them. */
const LOOK_BUDGET_MS = 9_000

export type Obtained = { kind: 'transcript'; transcript: Transcript } | { kind: 'job'; job: JobStarted }

type Asked = { actor: Actor; request: ReadRequest; budget: Budget }
type Speech = Extract<Outcome, { kind: 'speech' }>

async function startSpeech(asked: Asked, { ref }: Located, speech: Speech, replaces: string | null): Promise<Obtained> {
  const { actor, request } = asked
  const { requestedLang, langHint, strict, format } = request
  const { media, durationMs, captionless } = speech
  if (captionless) await requireEngine(langHint)
  const wanted = { media, openUrl: ref.openUrl, requestedLang, langHint, strict, captionless, durationMs, replaces }
  const begun = await startJob(actor, wanted)
  if ('job_id' in begun) return { kind: 'job', job: begun }
  const stored = await db().transcript.findUniqueOrThrow({ where: { id: begun.storedId }, include: { media: true } })
  return { kind: 'transcript', transcript: await handOut(actor, stored, { format, cached: true }) }
}

/** What a source has not told in time is found out by the job. */
async function outOfTime({ ref, kind }: Located): Promise<Speech> {
  const media = await saveMedia(ref, { kind: kind === 'platform' ? 'video' : 'audio' })
  return { kind: 'speech', media, durationMs: null, captionless: false }
}

/** What the caller has had before costs nothing and changes nothing. */
async function readAgain({ actor, request }: Asked, { ref }: Located): Promise<Obtained | null> {
  const had = await findHandedOut(actor, ref, request.requestedLang)
  if (!had || (await isOutdated(had.transcript, request))) return null
  const view = { entryId: had.entryId, format: request.format, cached: true }
  return { kind: 'transcript', transcript: renderTranscript(had.transcript, had.media, view) }
}

async function obtainLocated(asked: Asked, located: Located): Promise<Obtained> {
  const { actor, request, budget } = asked
  const { format } = request
  const had = await readAgain(asked, located)
  if (had) return had
  const found = await findStored(located.ref, request)
  if (found && !found.outdated) {
    return { kind: 'transcript', transcript: await handOut(actor, found.transcript, { format, cached: true }) }
  }
  const seen = await withinBudget(budget, (signal) => lookAtSource(located, request, signal))
  if (seen?.kind === 'page') return obtainLocated(asked, await locatePage(located.ref, budget.signal))
  const outcome = seen ?? (await outOfTime(located))
  if (outcome.kind === 'speech') return startSpeech(asked, located, outcome, found?.transcript.id ?? null)
  const { stored, cached } = outcome
  return { kind: 'transcript', transcript: await handOut(actor, stored, { format, cached }) }
}

/**
 * The one call: a transcript at once when it is stored or the source has captions, else the job that makes it. What is
 * wrong with request or source is thrown before anything is charged or begun.
 */
export async function obtainTranscript(actor: Actor, body: TranscriptRequest, signal: AbortSignal): Promise<Obtained> {
  const request = readRequest(body)
  const { field, value } = request.source
  const budget = startBudget(LOOK_BUDGET_MS, signal)
  return namingField(field, value, async () => {
    const located = await withinBudget(budget, (left) => locateSource(actor, request.source, left))
    if (!located) throw new Problem('upstream_timeout')
    return obtainLocated({ actor, request, budget }, located)
  })
}
