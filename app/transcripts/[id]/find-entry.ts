import { cache } from 'react'
import type { Format } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/platform/actor'
import { Problem } from '@/lib/platform/problem'
import type { EntryView } from '@/lib/transcripts/entry-contract'
import { readEntry } from '@/lib/transcripts/read-entry'

/** The entry of an address, once a request; null where there is none of this actor's. */
export const findEntry = cache(async (actor: Actor, id: string, format?: Format): Promise<EntryView | null> => {
  try {
    return await readEntry(actor, id, format)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
})
