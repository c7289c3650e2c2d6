import type { Batch } from '@/lib/imports/batches/contract'
import type { ImportBatch } from '@/lib/imports/contract'

type Counts = Pick<Batch & ImportBatch, 'status' | 'total' | 'done' | 'failed' | 'skipped' | 'note'>

function progressLines(name: string, { status, total, done, failed, skipped, note }: Counts): string[] {
  const counts = `${done} done, ${failed} failed, ${skipped} skipped, of ${total}`
  return [`${name}: ${status}`, counts, ...(note === null ? [] : [note])]
}

/** The progress of a batch, as lines of text. */
export function batchLines(batch: Batch): string[] {
  return progressLines(`Batch ${batch.id}`, batch)
}

/** An import as a tool answers it: in words, and as data. */
export function toImportResult(batch: ImportBatch): { texts: string[]; data: ImportBatch } {
  const lines = progressLines(`Import ${batch.id} of ${batch.title ?? batch.source_url}`, batch)
  return { texts: [lines.join('\n')], data: batch }
}
