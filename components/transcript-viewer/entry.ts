import type { Published } from '@/lib/publishing/contract'
import type { EntryView } from '@/lib/transcripts/entry-contract'

/** An entry as its page shows it, and where it is public. */
export type Entry = EntryView & { published: Published | null }

/** A line of the text. Times are seconds. */
export type Line = { start: number; end: number; text: string }
