import { carryOverCorrections } from '@/lib/archive/corrections/carry-over-corrections'
import { describedMedia } from '@/lib/archive/library-items/describe-library-item'
import { renderTranscript } from '@/lib/archive/render/render-transcript'
import { WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import { type DownloadFormat, jsonFormat, type RenderOptions, type Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import type { Job } from './contract'
import { toJobEntry } from './to-job-entry'
import { type PolledJob, pollJob, pollJobWithKey } from './watch/poll-job-table'

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
  const part = { coveredMs: libraryItem?.coveredMs ?? null, reader: userId, options }
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
  return toJob(job, format, await readTranscript(job, actor, format, options))
}

/** A running job for the bearer of an API key, in one statement; null where the regular path has to respond. */
export async function findRunningJob(keyHash: Uint8Array, jobId: string, format: DownloadFormat): Promise<Job | null> {
  const job = isId(jobId) ? await pollJobWithKey(jobId, keyHash) : null
  return job && job.status !== 'done' ? toJob(job, format, null) : null
}

/** A polled job with its transcript, as the API shows it. Assigned, not spread: every poll makes one (decision 81). */
function toJob(row: PolledJob, format: DownloadFormat, transcript: Transcript | null): Job {
  return Object.assign(toJobEntry(row), { format: jsonFormat(format), transcript })
}
