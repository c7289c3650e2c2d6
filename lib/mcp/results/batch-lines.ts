import type { Batch } from '@/lib/imports/batches/contract'

/** The progress of a batch, as lines of text. */
export function batchLines({ id, status, total, done, failed, skipped, note }: Batch): string[] {
  const counts = `${done} done, ${failed} failed, ${skipped} skipped, of ${total}`
  return [`Batch ${id}: ${status}`, counts, ...(note === null ? [] : [note])]
}
