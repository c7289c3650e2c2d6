import type { FoundCaptions } from '@/lib/captions/found-captions'

/** The result of an inspection: the playable recording, its captions if it has any, and its metadata. */
export type Inspection = {
  kind: 'audio' | 'video' | 'none'
  captions: FoundCaptions | null
  /** As its header or its platform claims. */
  durationMs: number | null
  title: string | null
  /** The language that the platform or the feed gives for what is spoken. */
  spokenLang?: string | null
  author?: string | null
  thumbnailUrl?: string | null
  publishedAt?: Date | null
}
