import { type Batch, getBatch } from '@/lib/imports/batches/contract'
import type { Context } from '../../context'
import { batchLine } from '../batch-words'
import { waitUntilEnded } from './wait-until-ended'

/** Waits until a batch has ended. Interrupting it says that the batch continues. */
export async function waitForBatch(context: Context, batchId: string): Promise<Batch> {
  return waitUntilEnded(context, {
    id: batchId,
    read: async () => (await context.call(getBatch, { params: { batch_id: batchId } })).body,
    line: batchLine,
    continues: `The batch continues. See its progress with\n  verbatim batch status ${batchId} --wait`,
  })
}
