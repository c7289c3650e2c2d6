import type { ImportBatch } from '@/lib/imports/contract'
import { oneLine } from '../terminal/printable'
import { progressBar } from '../terminal/progress-bar'
import { shortLabel } from './job-line'

const itemsOf = ({ platform }: Pick<ImportBatch, 'platform'>) =>
  platform === null || platform === 'podcast' ? 'episodes' : 'videos'

/** An import with its counts and its note. */
export function importWords({
  status,
  total,
  done,
  failed,
  skipped,
  note,
  title,
  platform,
  source_url: url,
}: ImportBatch): string {
  const counts = [
    `${done} of ${total} ${itemsOf({ platform })} done`,
    failed && `${failed} failed`,
    skipped && `${skipped} skipped`,
  ]
  const state = status === 'done' ? '' : ` (${status.replace('_', ' ')})`
  return `${oneLine(title ?? url)}: ${counts.filter(Boolean).join(', ')}${state}${note ? `. ${oneLine(note)}` : ''}`
}

/** A line about an import in progress. */
export function importLine(batch: ImportBatch): string {
  const { title, source_url: url, total, done, failed, skipped } = batch
  const share = total === 0 ? 0 : (done + failed + skipped) / total
  return `${shortLabel(title ?? url)}  ${progressBar(share)}  ${done} of ${total} ${itemsOf(batch)} done`
}
