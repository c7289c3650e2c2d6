import { loadVocabulary, packSpellings } from '@/lib/archive/load-vocabulary'
import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { INLINE_CORRECTION_BYTES } from '@/lib/archive/texts/text-limits'
import { isLongerThan, loadSegments, versionOf, WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import { distinctSpellings, suggestSpellings } from '@/lib/captions/edit/suggest-spellings'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { findOwnItemId, noTranscript } from '../find-own-item-id'
import type { Suggestions, Vocabulary } from './contract'

export async function findVocabulary({ userId }: Actor): Promise<Vocabulary> {
  return { spellings: await loadVocabulary(userId) }
}

/** Replaces the caller's vocabulary. Repeated spellings are stored once. */
export async function setVocabulary({ userId }: Actor, vocabulary: Vocabulary): Promise<Vocabulary> {
  const spellings = distinctSpellings(vocabulary.spellings)
  const packed = packSpellings(spellings)
  await db().vocabulary.upsert({
    where: { userId },
    create: { userId, spellings: packed },
    update: { spellings: packed },
  })
  return { spellings }
}

/** Lists the words of a transcript of the caller's that are not spelled as in the caller's vocabulary. Throws `not_found`. */
export async function suggestCorrections({ userId }: Actor, id: string, signal: AbortSignal): Promise<Suggestions> {
  const libraryItemId = await findOwnItemId(userId, id)
  const item = await db().libraryItem.findFirst({
    where: { id: libraryItemId, userId },
    select: { coveredMs: true, transcript: { omit: WITHOUT_TEXT } },
  })
  if (!item) throw noTranscript()
  const { transcript, coveredMs } = item
  const spellings = await loadVocabulary(userId)
  if (!transcript || spellings.length === 0) return { suggestions: [] }
  const input = { version: versionOf(transcript), coveredMs, spellings }
  const isOwn = ({ startMs }: { startMs: number }) => coveredMs === null || startMs < coveredMs
  const found = isLongerThan(transcript, INLINE_CORRECTION_BYTES)
    ? await runTextTask('suggestSpellings', input, { owner: userId, signal })
    : suggestSpellings((await loadSegments(transcript)).filter(isOwn), spellings)
  return { suggestions: found.map(({ startMs, ...suggestion }) => ({ ...suggestion, start: startMs / 1000 })) }
}
