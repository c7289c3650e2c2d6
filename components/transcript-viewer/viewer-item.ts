import type { Published } from '@/lib/publishing/contract'
import type { LibraryItemView } from '@/lib/transcripts/item-contract'

/** A library item as its page shows it, and where it is public. */
export type ViewerItem = LibraryItemView & {
  published: Published | null
  /** Where the page's text ends, in seconds, when the transcript is too long for a page. */
  pageEndSeconds: number | null
}

/** A line of the text. Times are seconds. */
export type Line = { start: number; end: number; text: string }
