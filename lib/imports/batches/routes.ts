import { Readable } from 'node:stream'
import { toStream } from '@/lib/archive/documents/stream-document'
import { env } from '@/lib/core/env'
import { type Route, route } from '@/lib/core/operations/route'
import { packResults, streamResults } from './batch-results'
import * as contract from './contract'
import { cancelBatch, findBatch, listBatches } from './find-batch'
import { listBatchItems } from './list-items'
import { previewBatch } from './preview-batch'
import { startBatch } from './start-batch'

const fileHeaders = (batchId: string, ending: string, type: string) => ({
  'cache-control': 'private, no-store',
  'content-disposition': `attachment; filename="batch-${batchId}.${ending}"`,
  'content-type': type,
})

export const batchRoutes: Route[] = [
  route(contract.startBatch, async ({ actor, body }) => {
    if (body.dry_run) return { status: 200, body: await previewBatch(actor, body) }
    const started = await startBatch(actor, body)
    return { status: 202, body: started, headers: { location: `${env().baseUrl}/v1/batches/${started.id}` } }
  }),

  route(contract.listBatches, async ({ actor, query }) => ({ status: 200, body: await listBatches(actor, query) })),

  route(contract.getBatch, async ({ actor, params }) => ({
    status: 200,
    body: await findBatch(actor, params.batch_id),
  })),

  route(contract.listBatchItems, async ({ actor, params, query }) => ({
    status: 200,
    body: await listBatchItems(actor, params.batch_id, query),
  })),

  route(contract.zipBatch, async ({ actor, params, request }) => {
    const zip = await packResults(actor, params.batch_id, request.signal)
    const headers = fileHeaders(params.batch_id, 'zip', 'application/zip')
    return new Response(Readable.toWeb(zip) as unknown as ReadableStream, { headers })
  }),

  route(contract.listBatchResults, async ({ actor, params, request }) => {
    const lines = await streamResults(actor, params.batch_id, request.signal)
    const body = toStream(lines, request.signal, async () => void (await lines.return()))
    return new Response(body, { headers: fileHeaders(params.batch_id, 'jsonl', 'application/jsonl') })
  }),

  route(contract.cancelBatch, async ({ actor, params }) => ({
    status: 200,
    body: await cancelBatch(actor, params.batch_id),
  })),
]
