import { setImmediate as nextTurn } from 'node:timers/promises'
import { unpackSegments } from '@/lib/archive/stored-segments'
import { SMALL_TEXT_SQL } from '@/lib/archive/stored-transcript'
import { type FoundPassage, findPassages } from '@/lib/captions/find-passages'
import type { SearchTerm } from '@/lib/captions/search-words'
import { pool } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { runTextTask } from '@/lib/texts/run-text-task'
import type { Passage, Transcription } from './contract'

type Size = { id: string; transcriptId: string; coveredMs: number | null; bytes: number }
type Text = { id: string; segments: Prisma.JsonValue }

const SIZES = {
  name: 'sizes_of_library_items',
  text: `select e.id, t.id as "transcriptId", e.covered_ms as "coveredMs", t.segments_bytes as bytes
         from library_item e join transcript t on t.id = e.transcript_id
         where e.user_id = $1 and e.id = any($2::uuid[])`,
}
const TEXTS = {
  name: 'texts_of_library_items',
  text: `select e.id, coalesce(${SMALL_TEXT_SQL}, '[]') as segments
         from library_item e join transcript t on t.id = e.transcript_id
         where e.user_id = $1 and e.id = any($2::uuid[])`,
}

function toPassages(found: readonly FoundPassage[]): Passage[] {
  return found.map(({ startMs, parts }) => ({ start: startMs / 1000, parts }))
}

/** How much is read at a time: a page of transcripts of an hour each. */
const INLINE_BYTES = 2 * 1024 * 1024

/** Splits texts into those that are read here, as many as fit in memory, and those for a worker thread. */
function divide(sizes: readonly Size[]): { here: Size[]; elsewhere: Size[] } {
  const [here, elsewhere]: [Size[], Size[]] = [[], []]
  let bytes = 0
  for (const size of [...sizes].sort((a, b) => a.bytes - b.bytes)) {
    bytes += size.bytes
    if (bytes <= INLINE_BYTES) here.push(size)
    else elsewhere.push(size)
  }
  return { here, elsewhere }
}

/**
 * Adds to the library items of a search the passages where the text matches: only within the user's part of the text.
 */
export async function addPassages(
  userId: string,
  libraryItems: Transcription[],
  terms: readonly SearchTerm[],
  signal: AbortSignal,
): Promise<Transcription[]> {
  if (libraryItems.length === 0) return []
  const { rows: sizes } = await pool().query<Size>({ ...SIZES, values: [userId, libraryItems.map(({ id }) => id)] })
  const { here, elsewhere } = divide(sizes)
  const { rows } = await pool().query<Text>({ ...TEXTS, values: [userId, here.map(({ id }) => id)] })
  const found = new Map<string, Passage[]>()
  const coveredMs = new Map(sizes.map((size) => [size.id, size.coveredMs ?? Number.POSITIVE_INFINITY]))
  for (const { id, segments } of rows) {
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
