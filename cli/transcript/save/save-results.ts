import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { createClient } from '@/lib/api/client'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { batchResultSchema, listBatchResults } from '@/lib/imports/batches/contract'
import type { Context } from '../../context'
import { sourceOfItem } from '../batch-words'
import { openTarget } from './open-target'

/** The results of a batch that has ended, a line at a time. Throws `ApiError`. */
async function openLines({ baseUrl, send, signal }: Context, batchId: string): Promise<Readable> {
  let body: ReadableStream<Uint8Array> | null = null
  // The typed client reads JSON: the stream is kept, and it gets an empty body in its place.
  const keep: typeof fetch = async (address, init) => {
    const response = await send(address, init)
    if (!response.ok) return response
    body = response.body
    return Response.json(null)
  }
  await createClient({ baseUrl, fetch: keep })(listBatchResults, { params: { batch_id: batchId } }, { signal })
  return body === null ? Readable.from([]) : Readable.fromWeb(body as WebStream<Uint8Array>)
}

/** Writes the transcripts of a batch that has ended into a folder, each in its format. Returns how many. */
export async function saveResults(
  context: Context,
  batchId: string,
  { folder, format }: { folder: string; format: DownloadFormat },
): Promise<number> {
  const save = await openTarget(context, folder, { isMany: true, format })
  let saved = 0
  for await (const line of createInterface({ input: await openLines(context, batchId), crlfDelay: Infinity })) {
    if (line === '') continue
    const result = batchResultSchema.parse(JSON.parse(line))
    if (!result.transcript) continue
    const label = sourceOfItem(result)
    const name = result.upload === null ? null : path.basename(result.upload)
    const source =
      name === null
        ? { kind: 'link' as const, label, link: label }
        : { kind: 'file' as const, label, path: label, name }
    await save(source, result.transcript)
    saved++
  }
  return saved
}
