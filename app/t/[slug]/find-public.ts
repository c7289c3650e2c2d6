import { cache } from 'react'
import { loadPageText, type PageText } from '@/lib/archive/documents/load-page-text'
import { plainTitle } from '@/lib/captions/text/plain-title'
import { Problem } from '@/lib/core/problem/problem'
import type { PublicTranscript } from '@/lib/publishing/contract'
import { findPublicTranscript } from '@/lib/publishing/find-public-transcript'
import { words } from './words'

/** A published transcript, with how much of its text the page holds. */
export type ShownTranscript = PublicTranscript & Pick<PageText, 'isWhole' | 'hasWords'>

async function orNone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'taken_down')) return null
    throw error
  }
}

/**
 * A published transcript, of a very long one the beginning, once a request; null where there is none, or it was taken down.
 */
export const findPublic = cache(async (slug: string): Promise<ShownTranscript | null> => {
  const transcript = await orNone(findPublicTranscript(slug, 'json'))
  return transcript && { ...transcript, ...(await loadPageText(transcript, new AbortController().signal)) }
})

/** A published transcript without its text; null if it does not exist or was taken down. */
export const findPublicFacts = (slug: string): Promise<PublicTranscript | null> =>
  orNone(findPublicTranscript(slug, 'text', {}, { withoutText: true }))

export function titleOf({ title }: Pick<PublicTranscript, 'title'>): string {
  return plainTitle(title ?? '') || words.untitled
}
