import type { Batch } from '@/lib/imports/batches/contract'

/** How far a batch is, in lines of words. */
export function batchLines({ id, status, total, done, failed, skipped, note }: Batch): string[] {
  const counts = `${done} done, ${failed} failed, ${skipped} skipped, of ${total}`
  return [`Batch ${id}: ${status}`, counts, ...(note === null ? [] : [note])]
}
