import type { ImportBatch } from '@/lib/imports/contract'

/** An import as a tool answers it: in words, and as data. */
export function toImportResult(batch: ImportBatch): { texts: string[]; data: ImportBatch } {
  const { id, title, source_url, status, total, done, failed, skipped, note } = batch
  const lines = [
    `Import ${id} of ${title ?? source_url}: ${status}`,
    `${done} done, ${failed} failed, ${skipped} skipped, of ${total}`,
    ...(note === null ? [] : [note]),
  ]
  return { texts: [lines.join('\n')], data: batch }
}
