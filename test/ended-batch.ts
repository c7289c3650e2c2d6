import type { EventData } from '@/lib/webhooks/events'

export function endedBatch(id: string): EventData<'batch.done'> {
  return { batch_id: id, status: 'done', total: 1, done: 1, failed: 0, skipped: 0 }
}
