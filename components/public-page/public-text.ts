import type { Transcript } from '@/lib/captions/transcript'

/** A transcript for the screen of a public page. */
export type PublicText = Pick<
  Transcript,
  | 'lang'
  | 'published_at'
  | 'source'
  | 'engine'
  | 'platform'
  | 'duration_seconds'
  | 'total_seconds'
  | 'warnings'
  | 'author'
> & {
  slug: string
  title: string
  /** The paragraphs, as `renderText` makes them. Empty where there is no speech. */
  html: string
  /** The second at which each line begins. */
  starts: readonly number[]
  /** Whether the source has the times of its words. */
  hasWords: boolean
  /** Where the text on the page ends, in seconds, if the transcript is too long for one page. */
  pageEndSeconds: number | null
  /** The address of the recording; null: it is not public. */
  sourceUrl: string | null
  /** The platform's id of the recording; the slug where the recording is not public. */
  videoId: string
  /** The address of audio that this page may play itself; null: none. */
  playUrl: string | null
}
