import { cache } from 'react'
import { plainTitle } from '@/lib/captions/plain-title'
import type { Format } from '@/lib/captions/transcript'
import { Problem } from '@/lib/platform/problem'
import type { PublicTranscript } from '@/lib/publishing/contract'
import { readPublic } from '@/lib/publishing/read-public'
import { words } from './words'

/** A published transcript, once a request; null where there is none. */
export const findPublic = cache(async (slug: string, format: Format = 'json'): Promise<PublicTranscript | null> => {
  try {
    return await readPublic(slug, format)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
})

/** What a public page is called. */
export function titleOf({ title }: Pick<PublicTranscript, 'title'>): string {
  return plainTitle(title ?? '') || words.untitled
}
