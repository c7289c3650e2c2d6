import type { Transcript } from '@/lib/captions/transcript'
import type { Job } from '@/lib/jobs/contract'
import type { LibraryItemMedia } from '@/lib/transcripts/item-contract'
import type { PartialSegments } from './use-partial-segments'
import type { Line } from './viewer-item'
import { words } from './words'

/** How far a library item is: its transcript once there is one; until then its job, and what that has heard. */
export type ViewerState = { transcript: Transcript | null; job: Job | null; partial: PartialSegments }

/** What there is to read, and of which recording. */
export type Reading = { title: string; lang: string | null; lines: readonly Line[]; videoId: string }

const NO_LINES: readonly Line[] = []

/** The job while it runs; null once it has ended. */
export function runningJob({ job }: ViewerState): Job | null {
  return job && job.status !== 'done' && job.status !== 'error' ? job : null
}

/** What a page shows of a library item: what is heard goes on from a part that is there; of a job that failed no text stays. */
export function readingOf(state: ViewerState, media: LibraryItemMedia): Reading {
  const { transcript, job, partial } = state
  const title = transcript?.title ?? job?.title ?? media.title ?? words.untitled
  const videoId = transcript?.video_id ?? job?.video_id ?? ''
  const part = transcript?.segments ?? NO_LINES
  const grows = runningJob(state) !== null && partial.segments.length >= part.length
  if (transcript && !grows) return { title, videoId, lang: transcript.lang, lines: part }
  return { title, videoId, lang: partial.lang, lines: job?.error ? NO_LINES : partial.segments }
}
