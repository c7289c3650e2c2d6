import type { Format, Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/platform/actor'
import { Problem } from '@/lib/platform/problem'
import { readEntry } from '@/lib/transcripts/read-entry'

/** A transcript of the caller's history. Throws `not_found`, and `transcript_not_ready` while there is none. */
export async function readTranscript(actor: Actor, id: string, format: Format): Promise<Transcript> {
  const { transcript, job } = await readEntry(actor, id, format)
  const made = transcript ?? job?.transcript
  if (made) return made
  throw new Problem('transcript_not_ready', { context: job ? { job_id: job.job_id } : {} })
}
