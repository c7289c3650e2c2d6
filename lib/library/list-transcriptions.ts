import type pg from 'pg'
import { searchTerms } from '@/lib/captions/search-words'
import type { Actor } from '@/lib/platform/actor'
import { addPassages } from './add-passages'
import type { LibraryQuery, TranscriptionList } from './contract'
import { countLibraryItems } from './count-library-items'
import { findByIdPart } from './find-by-id-part'
import { findByWords } from './find-by-words'
import { type FoundPage, findPage } from './find-page'
import { inSnapshot } from './in-snapshot'
import { loadLibraryItems } from './load-library-items'

async function find(client: pg.PoolClient, userId: string, query: LibraryQuery): Promise<FoundPage> {
  const { search, q } = query
  if (search) return findByWords(client, userId, searchTerms(search), query)
  if (q) return findByIdPart(client, userId, { ...query, q })
  return findPage(client, userId, await countLibraryItems(client, userId), query)
}

/** A page of the caller's library, filtered, sorted and searched; with `search`, the passages that match. */
export async function listTranscriptions(
  { userId }: Actor,
  query: LibraryQuery,
  signal = new AbortController().signal,
): Promise<TranscriptionList> {
  const { search, limit, offset } = query
  const { libraryItems, total, exact } = await inSnapshot(async (client) => {
    const { ids, ...found } = await find(client, userId, query)
    return { libraryItems: await loadLibraryItems(client, userId, ids), ...found }
  })
  // No database connection is held here: a worker thread may have to read large texts.
  const transcriptions = search ? await addPassages(userId, libraryItems, searchTerms(search), signal) : libraryItems
  return { transcriptions, total, total_exact: exact, limit, offset }
}
