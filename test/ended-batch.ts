import type { EventData } from '@/lib/webhooks/events'

/** What is told of a batch that has ended. */
export function endedBatch(id: string): EventData<'batch.done'> {
  return { batch_id: id, status: 'done', total: 1, done: 1, failed: 0, skipped: 0 }
}
