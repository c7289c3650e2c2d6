import type { Batch } from '@/lib/imports/batches/contract'
import type { ImportBatch, ImportItem } from '@/lib/imports/contract'
import { words } from './words'

/** Whether the items of an import are videos, not episodes of a podcast. */
export function isOfVideos({ platform }: Pick<ImportBatch, 'platform'>): boolean {
  return platform !== null && platform !== 'podcast'
}

/** The counts of an import in one line: what is none is left out. */
export function countsLine({ total, done, failed, skipped, platform }: ImportBatch): string {
  const parts = [
    isOfVideos({ platform }) ? words.videosTranscribedOf(done, total) : words.transcribedOf(done, total),
    ...(failed > 0 ? [words.failed(failed)] : []),
    ...(skipped > 0 ? [words.left(skipped)] : []),
  ]
  return parts.join(' · ')
}

export function batchCountsLine({ total, done, failed, skipped }: Batch): string {
  const parts = [
    words.itemsTranscribedOf(done, total),
    ...(failed > 0 ? [words.failed(failed)] : []),
    ...(skipped > 0 ? [words.left(skipped)] : []),
  ]
  return parts.join(' · ')
}

/** How a batch is doing. */
export function batchStatus({ status }: Batch): string {
  return status === 'in_progress' ? words.transcribing : words.statuses[status]
}

/** The outcome or the progress of an episode, in words. */
export function outcomeWords({
  status,
  reason,
  error,
  job_id,
}: Pick<ImportItem, 'status' | 'reason' | 'error' | 'job_id'>): string {
  if (status === 'failed') return error?.detail ?? words.notTranscribed
  if (status === 'skipped') return reason === null ? words.filters.skipped : words.skipped[reason]
  if (status === 'in_progress') return job_id === null ? words.lookingForText : words.transcribing
  return words.filters[status]
}
