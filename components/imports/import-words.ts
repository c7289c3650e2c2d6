import type { ImportBatch, ImportItem, ImportStatus, SkipReason } from '@/lib/imports/contract'

/** What an import is doing, in a word or two. */
export const STATUS_WORDS: Readonly<Record<ImportStatus, string>> = {
  queued: 'Reading the feed',
  in_progress: 'Importing',
  done: 'Done',
  error: 'Failed',
  cancelled: 'Cancelled',
}

const SKIP_WORDS: Readonly<Record<SkipReason, string>> = {
  already_transcribed: 'You had it already',
  allowance_exceeded: 'Beyond this month’s allowance',
  cancelled: 'Cancelled before its turn',
}

/** A number with the word for what it counts. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}

/** The counts of an import in one line: what is none is left out. */
export function countsLine({ total, done, failed, skipped }: ImportBatch): string {
  const parts = [
    `${done.toLocaleString('en')} of ${counted(total, 'episode')} transcribed`,
    ...(failed > 0 ? [`${failed.toLocaleString('en')} failed`] : []),
    ...(skipped > 0 ? [`${skipped.toLocaleString('en')} skipped`] : []),
  ]
  return parts.join(' · ')
}

/** What became of an episode, or is becoming. */
export function outcomeWords({ status, reason, error, job_id }: ImportItem): string {
  if (status === 'failed') return error?.detail ?? 'It could not be transcribed.'
  if (status === 'skipped') return reason === null ? 'Skipped' : SKIP_WORDS[reason]
  if (status === 'in_progress') return job_id === null ? 'Looking for a transcript' : 'Transcribing'
  return status === 'done' ? 'Transcribed' : 'Waiting'
}
