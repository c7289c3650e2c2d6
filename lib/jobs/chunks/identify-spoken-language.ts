import { requireLanguage } from '@/lib/captions/found-captions'
import { db } from '@/lib/core/db/db'
import type { Chunk } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { identifyLanguage, type SpokenLanguage } from '@/lib/speech/identify-language'
import type { JobWithMedia } from '../job-table'
import { type SlotWait, withSlot } from '../runs/with-slot'

/** The parts of a recording that are listened to, counted from its start. */
const PLACES = [0.25, 0.5, 0.75]
/** A language that was asked for gives way to the one that is heard when it is less probable than this. */
const CONTRADICTED_BELOW = 0.05

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
  return withSlot('speech', job.id, signal, () => identifyLanguage(places, signal), wait)
}

/** The language to give the engine: the one that is heard, unless the one that was asked for may be right. */
function hintBy({ langHint }: JobWithMedia, { lang, guesses }: SpokenLanguage): string | null {
  if (langHint === null || lang === null) return langHint ?? lang
  const asked = new Intl.Locale(langHint).language
  const probability = guesses.find((guess) => guess.lang === asked)?.probability ?? 0
  return probability < CONTRADICTED_BELOW ? lang : langHint
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
  const hint = hintBy(job, spoken)
  log.debug('the spoken language was identified', { job_id: id, lang: spoken.lang, hint: langHint })
  if (hint !== null && hint !== langHint)
    requireLanguage({ requestedLang, strict: strictLang }, { lang: hint, availableLangs: [hint] })
  const langSpecified = job.langSpecified && hint === langHint
  const data = { langEvidence: spoken, langHint: hint, langSpecified }
  await db().job.updateMany({ where: { id, langHint }, data })
  return { ...job, ...data }
}
