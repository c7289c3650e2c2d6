import type { Batch, BatchItem, BatchPreview } from '@/lib/imports/batches/contract'
import { durationInWords } from '../duration-in-words'
import { oneLine } from '../terminal/printable'
import { progressBar } from '../terminal/progress-bar'
import { toTable } from '../terminal/to-table'
import { costWords } from './preview-words'

export function batchWords({ id, status, total, done, failed, skipped, note }: Batch): string {
  const counts = [`${done} of ${total} items done`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
  const state = status === 'done' ? '' : ` (${status.replace('_', ' ')})`
  return `${id}: ${counts.filter(Boolean).join(', ')}${state}${note ? `. ${oneLine(note)}` : ''}`
}

/** The progress of a batch as a line that changes while a command waits. */
export function batchLine({ total, done, failed, skipped }: Batch): string {
  return `batch  ${progressBar((done + failed + skipped) / total)}  ${done} of ${total} items done`
}

type Item = Pick<BatchItem, 'reason' | 'error'> & { status: string; progress?: BatchItem['progress'] }

export const sourceOfItem = ({ url, audio, upload }: Pick<BatchItem, 'url' | 'audio' | 'upload'>): string =>
  url ?? audio ?? upload ?? ''

/** How an item has ended, or how far it is where that is known. */
export function itemOutcome({ status, reason, error, progress }: Item): string {
  if (status === 'failed') return `failed: ${error ? oneLine(error.detail) : 'unknown reason'}`
  if (status === 'skipped') return `skipped: ${(reason ?? 'no reason given').replaceAll('_', ' ')}`
  if (status === 'in_progress' && progress !== undefined) return `${Math.floor((progress ?? 0) * 100)} %`
  return status.replace('_', ' ')
}

function previewedLength(seconds: number | null): string {
  return seconds === null ? 'unknown length' : durationInWords(seconds)
}

/** The cost of a batch, in words, with its items and their sources as given. */
export function batchPreviewWords(preview: BatchPreview, given: readonly string[]): string {
  const rows = preview.items.map(
    ({ index, platform, duration_seconds: seconds, already_transcribed: had, ...item }) => [
      `${index + 1}`,
      platform ?? '',
      previewedLength(seconds),
      had ? 'transcribed' : item.duplicate_of === null ? '' : `same as ${item.duplicate_of + 1}`,
      item.title ?? given[index] ?? '',
    ],
  )
  return costWords(preview) + (rows.length > 0 ? `\n${toTable(rows)}` : '')
}
