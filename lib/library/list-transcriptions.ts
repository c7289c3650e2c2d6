import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { INLINE_TEXT_BYTES } from '@/lib/archive/texts/text-limits'
import { unpackSegments } from '@/lib/archive/transcripts/stored-segments'
import { type FoundPassage, findPassages } from '@/lib/captions/search/passages'
import { type SearchTerm, searchTerms } from '@/lib/captions/search/search-words'
import type { Actor } from '@/lib/core/actor'
import type { LibraryQuery, Passage, Transcription, TranscriptionList } from './contract'
import { findByFacts } from './queries/find-by-facts'
import { findByIdPart } from './queries/find-by-id-part'
import { findByTag } from './queries/find-by-tag'
import { findByWords } from './queries/find-by-words'
import { type FoundPage, findPage } from './queries/find-page'
import { isIndexed } from './queries/library-filter'
import { findTextSizes, inSnapshot, loadLibraryItems, loadTexts, type TextSize } from './queries/load-library-items'
import { countLibraryItems } from './queries/tally-table'

function toPassages(found: readonly FoundPassage[]): Passage[] {
  return found.map(({ startMs, parts }) => ({ start: startMs / 1000, parts }))
}

/** How much is read at a time: a page of transcripts of an hour each. */
const INLINE_BYTES = 2 * 1024 * 1024

/** Splits texts into those that are read here, as many as fit in memory, and those for a worker process. */
function divide(sizes: readonly TextSize[]): { here: TextSize[]; elsewhere: TextSize[] } {
  const [here, elsewhere]: [TextSize[], TextSize[]] = [[], []]
  let bytes = 0
  for (const size of [...sizes].sort((a, b) => a.bytes - b.bytes)) {
    bytes += size.bytes
    if (bytes <= INLINE_BYTES && size.bytes <= INLINE_TEXT_BYTES) here.push(size)
    else elsewhere.push(size)
  }
  return { here, elsewhere }
}

/**
 * Adds to the library items of a search the passages where the text matches: only within the user's part of the text.
 */
async function addPassages(
  userId: string,
  libraryItems: Transcription[],
  terms: readonly SearchTerm[],
  signal: AbortSignal,
): Promise<Transcription[]> {
  if (libraryItems.length === 0) return []
  const sizes = await findTextSizes(
    userId,
    libraryItems.map(({ id }) => id),
  )
  const { here, elsewhere } = divide(sizes)
  const texts = await loadTexts(
    userId,
    here.map(({ id }) => id),
  )
  const found = new Map<string, Passage[]>()
  const coveredMs = new Map(sizes.map((size) => [size.id, size.coveredMs ?? Number.POSITIVE_INFINITY]))
  for (const { id, segments } of texts) {
    await nextTurn()
    const own = unpackSegments(segments).filter(({ startMs }) => startMs < (coveredMs.get(id) ?? 0))
    found.set(id, toPassages(findPassages(own, terms)))
  }
  if (elsewhere.length > 0) {
    const passages = await runTextTask('findPassages', { texts: elsewhere, terms }, { owner: userId, signal })
    elsewhere.forEach(({ id }, index) => {
      found.set(id, toPassages(passages[index] ?? []))
    })
  }
  return libraryItems.map((libraryItem) => ({ ...libraryItem, passages: found.get(libraryItem.id) ?? [] }))
}

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
