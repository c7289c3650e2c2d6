import type { Call, CallOptions } from './call.js'
import { byOffset } from './pages.js'
import type {
  ListTranscriptionsQuery,
  ReadTranscriptionQuery,
  TranscriptionEntry,
  TranscriptionUpdate,
} from './schema.js'

const PAGE = 100

/** The verbs of the account's transcripts. */
export function transcriptVerbs(call: Call) {
  return {
    /**
     * Every transcript and running job, newest first unless `sort` says otherwise. `search` finds words in their text. Collect
     * the list first if you change or delete what it lists: later pages would skip some.
     */
    list: (
      query: Omit<ListTranscriptionsQuery, 'limit'> = {},
      options?: CallOptions,
    ): AsyncGenerator<TranscriptionEntry> =>
      byOffset(async (offset) => {
        const request = { query: { ...query, limit: PAGE, offset } }
        return (await call('listTranscriptions', request, options)).transcriptions
      }, query.offset),
    /** A transcript in any format. */
    get: (id: string, query: ReadTranscriptionQuery = {}, options?: CallOptions) =>
      call('readTranscription', { params: { id }, query }, options),
    /** Renames or tags it. */
    update: (id: string, body: TranscriptionUpdate, options?: CallOptions) =>
      call('updateTranscription', { params: { id }, body }, options),
    /** Moves it to the trash, or deletes it permanently. */
    delete: (
      id: string,
      { permanently = false, ...options }: CallOptions & { permanently?: boolean | undefined } = {},
    ) => call('removeTranscription', { params: { id }, query: { permanently } }, options),
    /** Restores it from the trash. */
    restore: (id: string, options?: CallOptions) => call('restoreTranscription', { params: { id } }, options),
    /** Publishes it as a page that anyone can read. */
    publish: (id: string, options?: CallOptions) => call('publishTranscription', { params: { id } }, options),
    /** Takes a public page down, by its slug. */
    unpublish: (slug: string, options?: CallOptions) => call('unpublish', { params: { slug } }, options),
    /** Every tag with the number of its transcripts. */
    tags: async (options?: CallOptions) => (await call('listTags', {}, options)).tags,
  }
}
