import type { LanguageRequest } from '@/lib/captions/language/choose-track'
import { db } from '@/lib/core/db/db'
import type { Media } from '@/lib/core/generated/prisma/client'
import { checkLength } from '@/lib/media/check-length'
import { inspectFile } from '@/lib/media/inspect-file'
import type { Inspection } from '@/lib/media/inspection'
import type { Attempt } from '@/lib/sources/extractors/attempt'
import { querySource } from '@/lib/sources/query-source'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { type JobWithMedia, jobMediaRef } from '../job-table'
import { fetchMedia } from './prepare-audio'

/** No client waits for a response here. */
const TIME_BUDGET = 5

async function queryPlatform(job: JobWithMedia, requested: LanguageRequest, signal: AbortSignal): Promise<Inspection> {
  const trace: Attempt[] = []
  try {
    const { captions, scant, media } = await querySource(jobMediaRef(job), requested, {
      signal,
      trace,
      timeBudget: TIME_BUDGET,
    })
    checkLength(media.durationMs)
    const { kind, durationMs, title, author, thumbnailUrl, publishedAt } = media
    const { engine } = scant ? await configuredEngine() : { engine: null }
    const found = captions ?? (engine ? null : (scant ?? null))
    return { kind, captions: found, durationMs, title, author, thumbnailUrl, publishedAt }
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

/**
 * Whether a recording is a file, uploaded or at a direct link, that can be opened as it is. Any other recording comes
 * from a platform.
 */
function isFileSource({ platform }: Pick<Media, 'platform'>): boolean {
  return platform === 'upload' || platform === 'podcast'
}
