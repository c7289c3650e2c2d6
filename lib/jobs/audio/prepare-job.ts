import { saveMedia } from '@/lib/archive/media/save-media'
import { withTextOwner } from '@/lib/archive/texts/text-owner'
import { captionTranscript } from '@/lib/archive/transcripts/caption-transcript'
import { requireLanguage } from '@/lib/captions/found-captions'
import type { LanguageRequest } from '@/lib/captions/language/choose-track'
import { userOwner, withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { isStopping } from '@/lib/core/concurrency/stopping'
import { db } from '@/lib/core/db/db'
import type { Media } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { checkLength } from '@/lib/media/check-length'
import { type Inspection, inspectFile } from '@/lib/media/inspect-file'
import type { Attempt } from '@/lib/sources/extractors/attempt'
import { querySource } from '@/lib/sources/query-source'
import { requireEngine, usableCaptions } from '@/lib/speech/configured-engine'
import { loseChunks } from '../chunks/lost-chunk-table'
import { failJob } from '../end/fail-job'
import { finishJob } from '../end/finish-job'
import { firstCaller, type JobWithMedia, jobMediaRef, loadRunningJob, reportProgress } from '../job-table'
import { startSlotWait } from '../runs/with-slot'
import { continuePlanned, type Prepared, planJob, planRest, stillRuns } from './plan-job'
import { fetchMedia } from './prepare-audio'

async function saveKnownFacts(job: JobWithMedia, found: Inspection): Promise<void> {
  const { captions: _, durationMs: __, spokenLang, ...facts } = found
  await saveMedia(jobMediaRef(job), facts)
  await db().media.update({ where: { id: job.mediaId }, data: { kind: facts.kind } })
  if (spokenLang) await db().job.updateMany({ where: { id: job.id }, data: { sourceLang: spokenLang } })
}

/** The user on whose behalf a job queries its source. */
async function ownerOf(jobId: string): Promise<string> {
  const first = await firstCaller(db(), jobId)
  return first ? userOwner(first.userId) : `job ${jobId}`
}

/** No client waits for a response here. */
const TIME_BUDGET = 5

async function queryPlatform(job: JobWithMedia, requested: LanguageRequest, signal: AbortSignal): Promise<Inspection> {
  const trace: Attempt[] = []
  try {
    const result = await querySource(jobMediaRef(job), requested, { signal, trace, timeBudget: TIME_BUDGET })
    const { tracks: _, audio: __, ...facts } = result.media
    checkLength(facts.durationMs)
    return { ...facts, captions: await usableCaptions(result) }
  } finally {
    await db().job.update({ where: { id: job.id }, data: { trace } })
  }
}

/**
 * Finds captions of a job's recording: of a file by its content, of a platform by querying it, unless it was queried
 * just before the job began. The attempts are stored with the job. Throws what is wrong with the recording.
 */
async function findJobCaptions(job: JobWithMedia, signal: AbortSignal): Promise<Inspection> {
  const requested = { requestedLang: job.requestedLang, strict: job.strictLang }
  if (isFileSource(job.media)) return inspectFile(await fetchMedia(job, signal), requested, signal)
  if (!job.captionless) return queryPlatform(job, requested, signal)
  const kind = job.media.kind === 'audio' ? 'audio' : 'video'
  return { kind, captions: null, durationMs: job.durationMs, title: null }
}

/**
 * Whether a recording is a file, uploaded or at a direct link, that can be opened as it is. Any other recording comes
 * from a platform.
 */
function isFileSource({ platform }: Pick<Media, 'platform'>): boolean {
  return platform === 'upload' || platform === 'podcast'
}

async function prepare(job: JobWithMedia, signal: AbortSignal): Promise<Prepared> {
  if ((await db().chunk.count({ where: { jobId: job.id } })) > 0) return continuePlanned(job)
  // Looked at before: a job that waits for an engine does not open its source again and again.
  if (job.captionless || job.audioLang !== null) await requireEngine(job.langHint)
  await reportProgress(db(), job.id, 'resolving', 0.01)
  const found = await withTextOwner(job.media.ownerId ?? job.id, () => findJobCaptions(job, signal))
  await saveKnownFacts(job, found)
  if (!found.captions) return planJob(job, found.durationMs, signal)
  requireLanguage({ requestedLang: job.requestedLang, strict: job.strictLang }, found.captions)
  const transcript = captionTranscript(job, found.captions, found.durationMs)
  if (await stillRuns(job.id, transcript.coveredMs)) await finishJob(job.id, transcript)
  return 'ended'
}

/** A part of the preparation of a job that runs. */
async function inPreparation(jobId: string, work: (job: JobWithMedia) => Promise<Prepared>): Promise<Prepared> {
  const job = await loadRunningJob(jobId)
  if (!job) return 'ended'
  try {
    const owner = await ownerOf(jobId)
    return await withSlotOwner(
      owner,
      () => work(job),
      () => startSlotWait('download'),
    )
  } catch (error) {
    // Here it means that an engine or a program is not set up, which waiting does not fix.
    if (isStopping() || !(error instanceof Problem) || error.code !== 'transcriber_unavailable') throw error
    await failJob(jobId, error)
    return 'ended'
  }
}

/**
 * Prepares a job for transcription: finds captions that the recording may carry after all (then the job is done),
 * fetches and decodes its audio, reserves its seconds and cuts it into chunks; of a long recording only the beginning, whose chunks
 * come before `prepareRest`. Returns how the job continues: in chunks, as a whole recording for a remote engine, or not at all. Calling it
 * again keeps what is there. Throws what is wrong with the recording, and `NoSlot`.
 */
export function prepareJob(jobId: string, signal: AbortSignal): Promise<Prepared> {
  return inPreparation(jobId, (job) => prepare(job, signal))
}

/**
 * Prepares what follows the beginning of a long recording, as `prepareJob` does. Throws also when more than half of the speech that
 * was found is lost by then.
 */
export function prepareRest(jobId: string, signal: AbortSignal): Promise<Prepared> {
  return inPreparation(jobId, async (job) => {
    const prepared = job.unplannedMs === null ? await continuePlanned(job) : await planRest(job, signal)
    if (prepared !== 'ended') await loseChunks(jobId, [], new Problem('transcriber_failed'))
    return prepared
  })
}
