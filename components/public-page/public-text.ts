import type { Transcript } from '@/lib/captions/transcript'

/** A line as it travels to the browser: a third of what objects take of a long text. Times are seconds. */
export type PackedLine = readonly [start: number, end: number, text: string]

/** A published transcript as its page shows it. */
export type PublicText = Pick<
  Transcript,
  'lang' | 'source' | 'engine' | 'platform' | 'duration_seconds' | 'total_seconds' | 'complete' | 'warnings' | 'author'
> & {
  slug: string
  title: string
  lines: readonly PackedLine[]
  /** Where the recording is; null: it is not public. */
  sourceUrl: string | null
  /** The platform's own id of it, where it is public. */
  videoId: string
  /** The open audio that this page may play itself; null: none. */
  playUrl: string | null
}
