import { carryOverCorrections } from '@/lib/archive/corrections/carry-over-corrections'
import { describedMedia } from '@/lib/archive/library-items/describe-library-item'
import { renderTranscript } from '@/lib/archive/render/render-transcript'
import { WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { jsonFormat, type RenderOptions, type Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import type { Job } from './contract'
import { toJobEntry } from './to-job-entry'
import { type PolledJob, pollJob } from './watch/poll-job-table'

async function readTranscript(
  job: PolledJob,
  { userId }: Actor,
  format: DownloadFormat,
  options: RenderOptions,
): Promise<Transcript | null> {
  if (job.status !== 'done' || job.leftAt || !job.transcriptId) return null
  const libraryItem = await db().libraryItem.findUnique({
    where: { id: job.libraryItemId },
    include: { transcript: { select: { id: true, correctedFromId: true } } },
  })
  const corrected = libraryItem?.transcript?.correctedFromId === job.transcriptId ? libraryItem.transcript : null
  if (corrected) await carryOverCorrections(job.transcriptId)
  const where = { id: corrected?.id ?? job.transcriptId }
  const stored = await db().transcript.findUnique({ where, include: { media: true }, omit: WITHOUT_TEXT })
  const shown = job.withoutSpeakers ? { ...options, speakers: false } : options
  const part = { coveredMs: libraryItem?.coveredMs ?? null, reader: userId, options: shown }
  const view = { libraryItemId: job.libraryItemId, requestedLang: job.requestedLang, format, cached: false, ...part }
  return (
    stored && renderTranscript(stored, libraryItem ? describedMedia(stored.media, libraryItem) : stored.media, view)
  )
}

/**
 * The caller's job, with its transcript in `format` once it is done. Throws `not_found` for a job that does not exist
 * or that the caller is not part of.
 */
export async function findJob(
  actor: Actor,
  jobId: string,
  format: DownloadFormat,
  options: RenderOptions = {},
): Promise<Job> {
  const job = isId(jobId) ? await pollJob(jobId, actor.userId) : null
  if (!job) throw new Problem('not_found', { detail: 'Job not found. Check its ID.' })
  const transcript = await readTranscript(job, actor, format, options)
  return { ...toJobEntry(job), format: jsonFormat(format), transcript }
}
