import type { Call, CallOptions } from './call.js'
import { parseJson, unreachable } from './error.js'
import { byCursor } from './pages.js'
import type {
  Batch,
  BatchItem,
  BatchItemRequest,
  BatchPreview,
  BatchRequest,
  BatchStarted,
  ListBatchItemsQuery,
  Transcript,
} from './schema.js'
import { type WaitOptions, waitForBatch } from './wait.js'

const PAGE = 100

/** The result of an item: its transcript in the format of the item, or null with `error` or `reason`. */
export type BatchResult = Omit<BatchItem, 'title' | 'progress'> & { transcript: Transcript | null }

type BatchOptions = Omit<BatchRequest, 'items' | 'dry_run'> & CallOptions

/** The items of a batch: a string is an item with a link only. */
type Items = readonly (string | BatchItemRequest)[]

const itemsOf = (items: Items) => items.map((item) => (typeof item === 'string' ? { url: item } : item))

function unexpected(what: string): never {
  throw new TypeError(`The server returned something other than ${what}.`)
}

/** The lines of a stream of JSON lines. */
async function* jsonLines<T>(response: Response): AsyncGenerator<T, void, undefined> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error) => Promise.reject(unreachable(error)))
      const lines = (rest + (value ?? '')).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line) yield parseJson(line, response.status)
      if (done) return
    }
  } finally {
    // A broken stream has nothing left to cancel.
    await reader.cancel().catch(() => {})
  }
}

/** The verbs of batches. */
export function batchVerbs(call: Call) {
  const get = (id: string, options?: CallOptions) => call('getBatch', { params: { batch_id: id } }, options)
  return {
    /** Starts a batch. Refused items are in `errors`; the others are transcribed. */
    create: async (items: Items, options: BatchOptions = {}): Promise<BatchStarted> => {
      const { signal, idempotencyKey, ...request } = options
      const answer = await call(
        'startBatch',
        { body: { ...request, items: itemsOf(items) } },
        { signal, idempotencyKey },
      )
      return 'dry_run' in answer ? unexpected('a batch') : answer
    },
    /** The cost of a batch. Starts nothing. */
    estimate: async (items: Items, options: BatchOptions = {}): Promise<BatchPreview> => {
      const { signal, idempotencyKey, ...request } = options
      const body = { ...request, items: itemsOf(items), dry_run: true }
      const answer = await call('startBatch', { body }, { signal, idempotencyKey })
      return 'dry_run' in answer ? answer : unexpected('an estimate')
    },
    get,
    /** Every batch, newest first. */
    list: (options?: CallOptions): AsyncGenerator<Batch> =>
      byCursor(async (cursor) => {
        const query = { limit: PAGE, ...(cursor && { cursor }) }
        const { batches, next_cursor } = await call('listBatches', { query }, options)
        return { items: batches, next_cursor }
      }),
    /** Every item, in the order that they were sent. */
    items: (id: string, { status }: Pick<ListBatchItemsQuery, 'status'> = {}, options?: CallOptions) =>
      byCursor((cursor) => {
        const query = { limit: PAGE, ...(cursor && { cursor }), ...(status && { status }) }
        return call('listBatchItems', { params: { batch_id: id }, query }, options)
      }),
    /** Waits until it has ended. */
    wait: (id: string, options: WaitOptions<Batch> = {}) =>
      waitForBatch(() => get(id, { signal: options.signal }), options),
    /** The result of every item of a batch that has ended. */
    results: async function* (id: string, options?: CallOptions): AsyncGenerator<BatchResult, void, undefined> {
      yield* jsonLines<BatchResult>(await call('listBatchResults', { params: { batch_id: id } }, options))
    },
    /** Finished transcripts are kept; nothing else is charged. */
    cancel: (id: string, options?: CallOptions) => call('cancelBatch', { params: { batch_id: id } }, options),
  }
}
