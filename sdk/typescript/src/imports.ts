import type { Call, CallOptions } from './call.js'
import { byOffset } from './pages.js'
import type { ImportBatchOut, ImportItem, ImportRequest, ListImportItemsQuery, SubscriptionsRequest } from './schema.js'
import { type WaitOptions, waitForBatch } from './wait.js'

const PAGE = 100

type ImportOptions = Omit<ImportRequest, 'url'> & CallOptions

/** The verbs of imports. */
export function importVerbs(call: Call) {
  const get = (id: string, options?: CallOptions) => call('getImport', { params: { batch_id: id } }, options)
  return {
    /** Transcribes a podcast, a playlist or a channel, except for what you have already. Returns the id of the import. */
    create: async (url: string, { signal, idempotencyKey, ...choice }: ImportOptions = {}) =>
      (await call('startImport', { body: { ...choice, url } }, { signal, idempotencyKey })).batch_id,
    /** Imports every podcast of an OPML file, by its text or its link. A podcast that can't be imported has an `error`. */
    createFromOpml: ({ signal, idempotencyKey, ...request }: SubscriptionsRequest & CallOptions) =>
      call('importSubscriptions', { body: request }, { signal, idempotencyKey }),
    /** The items and what they would cost. Starts nothing. */
    preview: (url: string, { signal, ...choice }: ImportOptions = {}) =>
      call('previewImport', { body: { ...choice, url } }, { signal }),
    get,
    /** The last 200 imports and older ones in progress, newest first. */
    list: (options?: CallOptions) => call('listImports', {}, options),
    /** Every item, in the order of the list. */
    items: (
      id: string,
      { status }: Pick<ListImportItemsQuery, 'status'> = {},
      options?: CallOptions,
    ): AsyncGenerator<ImportItem> =>
      byOffset(async (offset) => {
        const query = { limit: PAGE, offset, ...(status && { status }) }
        return (await call('listImportItems', { params: { batch_id: id }, query }, options)).items
      }),
    /** Waits until it has ended. */
    wait: (id: string, options: WaitOptions<ImportBatchOut> = {}) =>
      waitForBatch(() => get(id, { signal: options.signal }), options),
    /** Finished transcripts are kept; nothing else is charged. */
    cancel: (id: string, options?: CallOptions) => call('cancelImport', { params: { batch_id: id } }, options),
  }
}
