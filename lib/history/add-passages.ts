import type pg from 'pg'
import { unpackSegments } from '@/lib/archive/stored-segments'
import { findPassages } from '@/lib/captions/find-passages'
import type { SearchTerm } from '@/lib/captions/search-words'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import type { Passage, Transcription } from './contract'

type Row = { id: string; segments: Prisma.JsonValue; coveredMs: number | null }

const TEXTS = {
  name: 'texts_of_entries',
  text: `select e.id, t.segments, e.covered_ms as "coveredMs"
         from entry e join transcript t on t.id = e.transcript_id
         where e.user_id = $1 and e.id = any($2::uuid[])`,
}

function passagesOf({ segments, coveredMs }: Row, terms: readonly SearchTerm[]): Passage[] {
  const all = unpackSegments(segments)
  const own = coveredMs === null ? all : all.filter(({ startMs }) => startMs < coveredMs)
  return findPassages(own, terms).map(({ startMs, parts }) => ({ start: startMs / 1000, parts }))
}

/** Entries that a search has found, each with the places where its text has it: only of the text that is the user's. */
export async function addPassages(
  client: pg.ClientBase,
  userId: string,
  entries: Transcription[],
  terms: readonly SearchTerm[],
): Promise<Transcription[]> {
  if (entries.length === 0) return []
  const { rows } = await client.query<Row>({ ...TEXTS, values: [userId, entries.map(({ id }) => id)] })
  const found = new Map(rows.map((row) => [row.id, passagesOf(row, terms)]))
  return entries.map((entry) => ({ ...entry, passages: found.get(entry.id) ?? [] }))
}
