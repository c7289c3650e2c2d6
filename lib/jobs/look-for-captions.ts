import type { LanguageRequest } from '@/lib/captions/choose-track'
import { checkLength } from '@/lib/media/check-length'
import { inspectFile } from '@/lib/media/inspect-file'
import type { Inspection } from '@/lib/media/inspection'
import { db } from '@/lib/platform/db'
import { querySource } from '@/lib/sources/ask-source'
import type { Attempt } from '@/lib/sources/attempt'
import { isFileSource } from './is-file-source'
import { jobMediaRef } from './job-ref'
import type { JobWithMedia } from './load-job'
import { fetchMedia } from './prepare-audio'

/** Nobody waits at the other end of a job. */
const TIME_BUDGET = 5

async function queryPlatform(job: JobWithMedia, requested: LanguageRequest, signal: AbortSignal): Promise<Inspection> {
  const trace: Attempt[] = []
  try {
    const { captions, media } = await querySource(jobMediaRef(job), requested, {
      signal,
      trace,
      timeBudget: TIME_BUDGET,
    })
    checkLength(media.durationMs)
    const { kind, durationMs, title, author, thumbnailUrl, publishedAt } = media
    return { kind, captions, durationMs, title, author, thumbnailUrl, publishedAt }
  } finally {
    await db().job.update({ where: { id: job.id }, data: { trace } })
  }
}

/**
 * Looks whether a job's recording carries captions after all: a file by its content, a platform's by asking it, unless it
 * was asked just before the job began. What was tried stays with the job. Throws what is wrong with the recording.
 */
export async function findJobCaptions(job: JobWithMedia, signal: AbortSignal): Promise<Inspection> {
  const requested = { requestedLang: job.requestedLang, strict: job.strictLang }
  if (isFileSource(job.media)) return inspectFile(await fetchMedia(job, signal), requested, signal)
  if (!job.captionless) return queryPlatform(job, requested, signal)
  const kind = job.media.kind === 'audio' ? 'audio' : 'video'
  return { kind, captions: null, durationMs: job.durationMs, title: null }
}
