import { cache } from 'react'
import { loadTextPreview } from '@/lib/archive/documents/load-text-preview'
import { plainTitle } from '@/lib/captions/text/plain-title'
import type { Format } from '@/lib/captions/transcript'
import { Problem } from '@/lib/platform/problem/problem'
import type { PublicTranscript } from '@/lib/publishing/contract'
import { findPublicTranscript } from '@/lib/publishing/find-public-transcript'
import { words } from './words'

/**
 * A published transcript, of a very long one the beginning, once a request; null where there is none, or it was taken down.
 */
export const findPublic = cache(async (slug: string, format: Format = 'json'): Promise<PublicTranscript | null> => {
  try {
    const transcript = await findPublicTranscript(slug, format)
    if (!transcript.document) return transcript
    return { ...transcript, segments: await loadTextPreview(transcript.document, new AbortController().signal) }
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'taken_down')) return null
    throw error
  }
})

/** The title of a public page. */
export function titleOf({ title }: Pick<PublicTranscript, 'title'>): string {
  return plainTitle(title ?? '') || words.untitled
}
