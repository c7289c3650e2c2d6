import type { LanguageRequest } from '@/lib/captions/choose-track'
import { checkLength } from '@/lib/media/check-length'
import { inspectFile } from '@/lib/media/inspect-file'
import type { Inspection } from '@/lib/media/inspection'
import { db } from '@/lib/platform/db'
import type { Attempt } from '@/lib/sources/attempt'
import { querySource } from '@/lib/sources/query-source'
import { isFileSource } from './is-file-source'
import { jobMediaRef } from './job-media-ref'
import type { JobWithMedia } from './load-job'
import { fetchMedia } from './prepare-audio'

/** No client waits for a response here. */
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
 * Finds captions of a job's recording: of a file by its content, of a platform by querying it, unless it was queried
 * just before the job began. The attempts are stored with the job. Throws what is wrong with the recording.
 */
export async function findJobCaptions(job: JobWithMedia, signal: AbortSignal): Promise<Inspection> {
  const requested = { requestedLang: job.requestedLang, strict: job.strictLang }
  if (isFileSource(job.media)) return inspectFile(await fetchMedia(job, signal), requested, signal)
  if (!job.captionless) return queryPlatform(job, requested, signal)
  const kind = job.media.kind === 'audio' ? 'audio' : 'video'
  return { kind, captions: null, durationMs: job.durationMs, title: null }
}
