import { cache } from 'react'
import type { DownloadFormat } from '@/lib/captions/document-files'
import type { RenderOptions } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import type { LibraryItemView } from '@/lib/transcripts/library-item/contract'
import { findLibraryItem } from '@/lib/transcripts/library-item/find-library-item'

/** The library item of an address, once a request; null where there is none of this actor's. */
export const loadLibraryItem = cache(
  async (
    actor: Actor,
    id: string,
    format?: DownloadFormat,
    options?: RenderOptions,
  ): Promise<LibraryItemView | null> => {
    try {
      return await findLibraryItem(actor, id, format, options)
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return null
      throw error
    }
  },
)
