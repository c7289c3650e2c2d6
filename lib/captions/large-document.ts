import type { Format, Platform } from './transcript'

/**
 * A transcript's text that is too long to be in memory, in one format. It stands in place of `text` and `segments` or
 * `content` of a transcript, and is replaced by them as the answer is sent (`lib/archive/documents`).
 */
export type LargeDocument = {
  transcriptId: string
  /** When the text was stored, in milliseconds: another text under the same id is another document. */
  changedAt: number
  format: Format
  /** Only what begins before; null: all of it. */
  coveredMs: number | null
  /** BCP 47; says how sentences end. */
  lang: string | null
  title: string | null
  url: string
  platform: Platform
  /** Who reads it: a user's id, or `public`. Readers take turns. */
  reader: string
}
