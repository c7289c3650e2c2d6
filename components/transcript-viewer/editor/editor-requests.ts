import { createClient } from '@/lib/api/client'
import { readTranscription } from '@/lib/library/contract'
import { editSegments, replaceWords } from '@/lib/library/corrections/contract'
import { listSuggestions, readVocabulary, type Suggestions, setVocabulary } from '@/lib/library/vocabulary/contract'
import type { Line } from '../line'
import type { SegmentEdit } from './editor-rows'

type SavedEdits = { version: string; changed: { index: number; segments: Line[] }[] | null }

export async function fetchText(id: string): Promise<{ lines: Line[]; version: string }> {
  const { body, etag } = await createClient()(readTranscription, { params: { id }, query: { words: false } })
  return { lines: body.segments ?? [], version: etag ?? '' }
}

/** Saves edits of a version as one revision. Throws `edit_conflict` when the text has changed since. */
export async function saveEdits(id: string, edits: SegmentEdit[], version: string): Promise<SavedEdits> {
  const { body } = await createClient()(editSegments, { params: { id }, body: { edits } }, { ifMatch: version })
  return { version: body.etag, changed: body.changed }
}

export type Replacement = { find: string; replace: string; whole_words: boolean; case_sensitive: boolean }

/**
 * Replaces words in the whole text, as one revision. Returns how many. Throws `edit_conflict` when the text has changed
 * since.
 */
export async function replaceAll(id: string, replacement: Replacement, version: string): Promise<number> {
  const { body } = await createClient()(replaceWords, { params: { id }, body: replacement }, { ifMatch: version })
  return body.count
}

/** The words of a text that are not spelled as in the account's vocabulary. */
export async function fetchSuggestions(id: string): Promise<Suggestions['suggestions']> {
  return (await createClient()(listSuggestions, { params: { id } })).body.suggestions
}

/** Adds a spelling to the account's vocabulary, once. */
export async function rememberSpelling(to: string, from: string): Promise<void> {
  const client = createClient()
  const { spellings } = (await client(readVocabulary, {})).body
  if (spellings.some((known) => known.to === to && known.from === from)) return
  await client(setVocabulary, { body: { spellings: [...spellings, { to, from }] } })
}
