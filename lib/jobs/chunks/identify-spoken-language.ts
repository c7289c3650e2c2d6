import { requireLanguage } from '@/lib/captions/found-captions'
import { isSameSpeech } from '@/lib/captions/language/match'
import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { isStopping } from '@/lib/core/concurrency/stopping'
import { db } from '@/lib/core/db/db'
import type { Chunk } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { configuredEngine } from '@/lib/speech/configured-engine'
import type { SpeechChunk } from '@/lib/speech/engine'
import { identifyLanguage, type SpokenLanguage } from '@/lib/speech/identify-language'
import type { JobWithMedia } from '../job-table'
import { type SlotWait, withSlot } from '../runs/with-slot'

/** The parts of a recording that are listened to, counted from its start. */
const PLACES = [0.25, 0.5, 0.75]
/** A language that was asked for gives way to the one that is heard when it is less probable than this. */
const CONTRADICTED_BELOW = 0.05

/** Listening takes seconds; the model may have to be loaded first. */
const LIMIT_MS = 60_000

type Voiced = Pick<Chunk, 'startMs' | 'endMs'>

/** The chunks with speech at some places of a recording, each once. */
function chooseWindows(chunks: readonly Voiced[]): Voiced[] {
  const indexes = new Set(PLACES.map((place) => Math.floor(place * chunks.length)))
  return [...indexes].flatMap((index) => chunks[index] ?? [])
}

async function listen(
  job: JobWithMedia,
  { audio, wait, signal }: { audio: string; wait: SlotWait; signal: AbortSignal },
): Promise<SpokenLanguage | null> {
  const chunks = await db().chunk.findMany({
    where: { jobId: job.id, silent: false },
    select: { startMs: true, endMs: true },
    orderBy: { index: 'asc' },
  })
  const places = chooseWindows(chunks).map(({ startMs, endMs }) => async () => ({
    wav: await readChunk(audio, startMs, endMs),
    durationMs: endMs - startMs,
  }))
  return withSlot('speech', job.id, signal, () => identifyInTime(job, places, signal), wait)
}

/** A job continues without knowing its language where the model that would tell fails, or takes too long. */
async function identifyInTime(
  { id }: JobWithMedia,
  places: readonly (() => Promise<SpeechChunk>)[],
  signal: AbortSignal,
): Promise<SpokenLanguage | null> {
  const deadline = startDeadline({ signals: [signal], timeoutMs: LIMIT_MS })
  try {
    return await identifyLanguage(places, deadline.signal)
  } catch (error) {
    signal.throwIfAborted()
    if (isStopping()) throw error
    log.warn('the spoken language could not be identified', { job_id: id, error })
    return { lang: null, guesses: [] }
  } finally {
    deadline.stop()
  }
}

/** Languages that sound alike, and are written in different ways. */
const ALIKE = ['bs hr sr sl mk', 'hi ur', 'id ms', 'nb nn no da', 'cs sk'].map((langs) => langs.split(' '))

function soundsLike(one: string, other: string): boolean {
  const bases = [one, other].map((lang) => new Intl.Locale(lang).language)
  return isSameSpeech(one, other) || ALIKE.some((group) => bases.every((base) => group.includes(base)))
}

/**
 * The language to give the engine: the one that is heard, unless the one that was asked for may be right, or no engine knows the one
 * that is heard.
 */
async function hintBy({ langHint }: JobWithMedia, { lang, guesses }: SpokenLanguage): Promise<string | null> {
  if (langHint === null || lang === null) return langHint ?? lang
  const alike = guesses.filter((guess) => soundsLike(langHint, guess.lang))
  if (alike.reduce((sum, { probability }) => sum + probability, 0) >= CONTRADICTED_BELOW) return langHint
  const { languages } = await configuredEngine(lang)
  return languages === null || languages.includes(lang) ? lang : langHint
}

/**
 * Finds out by its sound which language is spoken in a job's recording, before anything of it is transcribed, where the tag of the audio
 * track does not say so and a model on this machine can tell. The evidence is stored with the job. A language that was asked for gives
 * way to one that is clearly another. Returns the job as it is then. Throws `language_unavailable` where no other will do, and `NoSlot`.
 */
export async function identifySpokenLanguage(
  job: JobWithMedia,
  options: { audio: string; wait: SlotWait; signal: AbortSignal },
): Promise<JobWithMedia> {
  if (job.langEvidence !== null || job.audioLang !== null) return job
  const { engine } = await configuredEngine(job.langHint)
  if (engine?.mode !== 'local') return job
  const spoken = await listen(job, options)
  if (!spoken) return job
  const { id, langHint, requestedLang, strictLang } = job
  const hint = await hintBy(job, spoken)
  log.debug('the spoken language was identified', { job_id: id, lang: spoken.lang, hint: langHint })
  if (hint !== null && hint !== langHint)
    requireLanguage({ requestedLang, strict: strictLang }, { lang: hint, availableLangs: [hint] })
  const langSpecified = job.langSpecified && hint === langHint
  const data = { langEvidence: spoken, langHint: hint, langSpecified }
  await db().job.updateMany({ where: { id, langHint }, data })
  return { ...job, ...data }
}

/**
 * The language by which a job's engine is chosen; null where listening left it undecided and the source says nothing: then one engine
 * hears the whole recording.
 */
export function engineLanguage({ langEvidence, langHint, langSpecified, sourceLang }: JobWithMedia): string | null {
  const isUndecided = langEvidence !== null && (langEvidence as SpokenLanguage).lang === null
  return isUndecided && !langSpecified ? sourceLang : langHint
}
