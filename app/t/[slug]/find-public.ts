import { cache } from 'react'
import { plainTitle } from '@/lib/captions/plain-title'
import { Problem } from '@/lib/platform/problem'
import type { PublicTranscript } from '@/lib/publishing/contract'
import { readPublic } from '@/lib/publishing/read-public'

/** A published transcript, once a request; null where there is none. */
export const findPublic = cache(async (slug: string): Promise<PublicTranscript | null> => {
  try {
    return await readPublic(slug, 'json')
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
})

/** What a public page is called. */
export function titleOf({ title }: Pick<PublicTranscript, 'title'>): string {
  return plainTitle(title ?? '') || 'Untitled recording'
}
