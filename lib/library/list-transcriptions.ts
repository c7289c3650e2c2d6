import type pg from 'pg'
import { searchTerms } from '@/lib/captions/search/search-words'
import type { Actor } from '@/lib/core/actor'
import { addPassages } from './add-passages'
import type { LibraryQuery, TranscriptionList } from './contract'
import { findByFacts } from './queries/find-by-facts'
import { findByIdPart } from './queries/find-by-id-part'
import { findByTag } from './queries/find-by-tag'
import { findByWords } from './queries/find-by-words'
import { type FoundPage, findPage } from './queries/find-page'
import { isIndexed } from './queries/library-filter'
import { inSnapshot, loadLibraryItems } from './queries/load-library-items'
import { countLibraryItems } from './queries/tally-table'

async function find(client: pg.PoolClient, userId: string, query: LibraryQuery): Promise<FoundPage> {
  const { search, q, tag } = query
  if (search) return findByWords(client, userId, searchTerms(search), query)
  if (tag) return findByTag(client, userId, { ...query, tag })
  if (!isIndexed(query)) return findByFacts(client, userId, query)
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
  // No database connection is held here: a worker process may have to read large texts.
  const transcriptions = search ? await addPassages(userId, libraryItems, searchTerms(search), signal) : libraryItems
  return { transcriptions, total, total_exact: exact, limit, offset }
}
