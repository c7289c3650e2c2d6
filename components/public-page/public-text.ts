import type { Transcript } from '@/lib/captions/transcript'

/** A published transcript as its page shows it. */
export type PublicText = Pick<
  Transcript,
  'lang' | 'source' | 'engine' | 'platform' | 'duration_seconds' | 'total_seconds' | 'complete' | 'warnings' | 'author'
> & {
  slug: string
  title: string
  /** Times are seconds. */
  lines: readonly { start: number; end: number; text: string }[]
  /** Where the text of the page ends, in seconds, when the transcript is too long for a page. */
  pageEndSeconds: number | null
  /** Where the recording is; null: it is not public. */
  sourceUrl: string | null
  /** The platform's own id of it, where it is public. */
  videoId: string
  /** The open audio that this page may play itself; null: none. */
  playUrl: string | null
}
