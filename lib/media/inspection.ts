import type { FoundCaptions } from '@/lib/captions/found-captions'

/** What a recording turns out to be: what there is to play of it, its captions if it has any, and what it says of itself. */
export type Inspection = {
  kind: 'audio' | 'video' | 'none'
  captions: FoundCaptions | null
  /** As its header or its platform claims. */
  durationMs: number | null
  title: string | null
  author?: string | null
  thumbnailUrl?: string | null
  publishedAt?: Date | null
}
