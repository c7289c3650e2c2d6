import type { Call, CallOptions } from './call.js'
import { byCursor } from './pages.js'
import type { ListWatchItemsQuery, Watch, WatchRequest, WatchUpdate } from './schema.js'

const PAGE = 100

type WatchOptions = Omit<WatchRequest, 'url'> & CallOptions

/** The verbs of watches. */
export function watchVerbs(call: Call) {
  const of = (id: string) => ({ params: { watch_id: id } })
  return {
    /** Transcribes new items of a podcast, a playlist or a channel as they appear. `feed_url` is returned this once. */
    create: (url: string, { signal, idempotencyKey, ...request }: WatchOptions = {}) =>
      call('createWatch', { body: { ...request, url } }, { signal, idempotencyKey }),
    get: (id: string, options?: CallOptions) => call('getWatch', of(id), options),
    /** Every watch, newest first. */
    list: (options?: CallOptions): AsyncGenerator<Watch> =>
      byCursor(async (cursor) => {
        const query = { limit: PAGE, ...(cursor && { cursor }) }
        const { watches, next_cursor } = await call('listWatches', { query }, options)
        return { items: watches, next_cursor }
      }),
    /** Every item with its result, newest first. */
    items: (id: string, query: Pick<ListWatchItemsQuery, 'include_seen'> = {}, options?: CallOptions) =>
      byCursor((cursor) =>
        call('listWatchItems', { ...of(id), query: { ...query, limit: PAGE, ...(cursor && { cursor }) } }, options),
      ),
    /** Changes, pauses or resumes it. */
    update: (id: string, body: WatchUpdate, options?: CallOptions) => call('updateWatch', { ...of(id), body }, options),
    /** Checks it now. */
    check: (id: string, options?: CallOptions) => call('checkWatch', of(id), options),
    /** Its transcripts are kept. */
    delete: (id: string, options?: CallOptions) => call('removeWatch', of(id), options),
  }
}
