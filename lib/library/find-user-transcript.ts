import type { DownloadFormat } from '@/lib/captions/document-files'
import type { RenderOptions, Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { isProblemCode } from '@/lib/core/problem/problem-table'
import { findLibraryItem } from '@/lib/transcripts/library-item/find-library-item'

/** A transcript of the caller's library with the version of its text; null for one that a job has just made. */
export type VersionedTranscript = { transcript: Transcript; version: string | null }

/**
 * A transcript of the caller's library with the version of its text, by the id of its item or job. Throws `not_found`, `transcript_not_ready` while
 * it is being made, and the job's problem where it failed.
 */
export async function findVersionedTranscript(
  actor: Actor,
  id: string,
  format: DownloadFormat,
  options: RenderOptions = {},
): Promise<VersionedTranscript> {
  const { transcript, job, version } = await findLibraryItem(actor, id, format, options)
  const made = transcript ?? job?.transcript
  if (made) return { transcript: made, version }
  if (job?.error && isProblemCode(job.error.code)) {
    throw new Problem(job.error.code, { detail: job.error.detail, context: job.error.context })
  }
  throw new Problem('transcript_not_ready', { context: job ? { job_id: job.job_id } : {} })
}

/** A transcript of the caller's library alone. Throws as `findVersionedTranscript` does. */
export async function findUserTranscript(
  actor: Actor,
  id: string,
  format: DownloadFormat,
  options: RenderOptions = {},
): Promise<Transcript> {
  return (await findVersionedTranscript(actor, id, format, options)).transcript
}
