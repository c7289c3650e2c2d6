import { activityWords } from '@/components/transcript-viewer/job/job-words'
import type { Job } from '@/lib/jobs/contract'
import { oneLine } from '../terminal/printable'
import { progressBar } from '../terminal/progress-bar'

const MAX_LABEL = 40

/** A source as it was typed, short enough for a progress line: links lose their scheme, and long texts their middle. */
export function shortLabel(label: string): string {
  const text = oneLine(label.replace(/^https?:\/\/(?:www\.)?/i, ''))
  const half = MAX_LABEL / 2
  return text.length <= MAX_LABEL ? text : `${text.slice(0, half)}…${text.slice(1 - half)}`
}

/** A line about a job under way: what it is, how far it is, and what it does or waits for. */
export function jobLine(label: string, job: Job): string {
  return `${shortLabel(label)}  ${progressBar(job.progress)}  ${oneLine(activityWords(job))}`
}
