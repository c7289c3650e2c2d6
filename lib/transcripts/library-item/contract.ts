import type { Transcript } from '@/lib/captions/transcript'
import type { Job } from '@/lib/jobs/contract'
import type { Platform } from '@/lib/platforms/platforms'

/** The playable media beside a text. */
export type LibraryItemMedia = {
  /** The user's title, or else the source's. */
  title: string | null
  /** The title by the source. */
  sourceTitle: string | null
  platform: Platform
  url: string
  /** The address for a player, or null where only the platform itself plays it. */
  playUrl: string | null
  kind: 'audio' | 'video'
  hasThumbnail: boolean
}

/** A library item of the caller's with all that a page shows of it: the job while the text is made, then the text. */
export type LibraryItemView = {
  libraryItemId: string
  job: Job | null
  transcript: Transcript | null
  /** The version of the text, by which an edit says what it was made for; null while there is none. */
  version: string | null
  media: LibraryItemMedia
}
