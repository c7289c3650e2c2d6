import type { Platform, Transcript } from '@/lib/captions/transcript'
import type { Job } from '@/lib/jobs/contract'

/** What can be heard or seen beside a text. */
export type LibraryItemMedia = {
  title: string | null
  platform: Platform
  url: string
  /** What a player may load, or null where only the platform itself plays it. */
  playUrl: string | null
  kind: 'audio' | 'video'
  hasThumbnail: boolean
}

/** A line of the caller's history with all a page shows of it: a job while its text is made, the text once it is there. */
export type LibraryItemView = {
  libraryItemId: string
  job: Job | null
  transcript: Transcript | null
  media: LibraryItemMedia
}
