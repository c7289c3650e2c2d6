import { z } from 'zod'
import { nameField } from '@/lib/core/operations/text-field'
import { type BatchItem, batchItemListSchema, batchSchema } from '@/lib/imports/batches/contract'
import { findBatch } from '@/lib/imports/batches/find-batch'
import { listBatchItems } from '@/lib/imports/batches/list-items'
import { itemStatusSchema } from '@/lib/imports/contract'
import { defineTool } from '@/lib/mcp/tool'
import { batchLines } from '../results/to-import-result'

/** How many items an answer has at most. */
const MAX_LISTED = 50

const output = batchSchema.extend(batchItemListSchema.shape)

function itemLine({ index, title, url, audio, upload, status, reason, error, transcript_id: id }: BatchItem): string {
  const name = title ?? url ?? audio ?? upload ?? ''
  const outcome = error?.detail ?? reason?.replaceAll('_', ' ') ?? id ?? ''
  return `- ${index + 1}. ${name}: ${status}${outcome ? `, ${outcome}` : ''}`
}

/** The progress of a batch, with its items. */
export const getBatch = defineTool({
  name: 'get_batch',
  title: 'See how far a batch is',
  description: `See how many links of a batch that transcribe_many began are done, failed or skipped, and list up to ${MAX_LISTED} of them in their order, with the transcript ids to read. Pass next_cursor as cursor for more. A batch takes minutes to hours: do not ask again and again, but tell the user how far it is.`,
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['imports'],
  input: z.object({
    batch_id: nameField().describe('id from a transcribe_many response'),
    status: itemStatusSchema.optional().describe('Only items with this status'),
    cursor: nameField().optional().describe('next_cursor from the response before'),
  }),
  output,
  run: async ({ batch_id, status, cursor }, { actor }) => {
    const id = batch_id.trim().toLowerCase()
    const batch = await findBatch(actor, id)
    const list = await listBatchItems(actor, id, { limit: MAX_LISTED, status, cursor })
    const more = list.next_cursor === null ? [] : [`There are more: call get_batch with cursor "${list.next_cursor}".`]
    const lines = [...batchLines(batch), ...list.items.map(itemLine), ...more]
    return { texts: [lines.join('\n')], data: { ...batch, ...list } }
  },
})
