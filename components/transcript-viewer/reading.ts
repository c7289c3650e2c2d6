import { isPart } from '@/lib/captions/missing-words'
import type { Transcript } from '@/lib/captions/transcript'
import type { Job } from '@/lib/jobs/contract'
import { isEnded } from '@/lib/jobs/states'
import type { LibraryItemMedia } from '@/lib/transcripts/library-item/contract'
import type { PartialSegments } from './job/use-job'
import type { Line } from './line'
import { words } from './words'

/** The state of a library item: its transcript once there is one; until then its job and the segments it has finished. */
export type ViewerState = { transcript: Transcript | null; job: Job | null; partial: PartialSegments }

/** The text to show, and the recording it belongs to. */
export type Reading = { title: string; lang: string | null; lines: readonly Line[]; videoId: string }

const NO_LINES: readonly Line[] = []

/** The job while it runs; null once it has ended. */
export function runningJob({ job }: ViewerState): Job | null {
  return job && !isEnded(job.status) ? job : null
}

/**
 * The content of a library item's page. A running job extends a partial transcript; a complete transcript stays until
 * its replacement is complete. The partial text of a failed job is not shown.
 */
export function readingOf(state: ViewerState, media: LibraryItemMedia): Reading {
  const { transcript, job, partial } = state
  const title = transcript?.title ?? job?.title ?? media.title ?? words.untitled
  const videoId = transcript?.video_id ?? job?.video_id ?? ''
  const part = transcript?.segments ?? NO_LINES
  const isWhole = transcript !== null && !isPart(transcript)
  const grows = runningJob(state) !== null && !isWhole && partial.segments.length >= part.length
  if (transcript && !grows) return { title, videoId, lang: transcript.lang, lines: part }
  return { title, videoId, lang: partial.lang, lines: job?.error ? NO_LINES : partial.segments }
}
