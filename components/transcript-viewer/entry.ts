import type { Transcript } from '@/lib/captions/transcript'
import type { Job } from '@/lib/jobs/contract'
import type { Published } from '@/lib/publishing/contract'

/** What can be heard or seen beside the text. `playUrl` is null where only the platform itself can play it. */
export type Media = {
  title: string | null
  platform: Transcript['platform']
  url: string
  playUrl: string | null
  kind: 'audio' | 'video'
  hasThumbnail: boolean
}

/**
 * An entry as its page shows it: a job while the text is being made, the transcript once it is there, and where that is
 * public.
 */
export type Entry = {
  entryId: string
  job: Job | null
  transcript: Transcript | null
  media: Media
  published: Published | null
}

/** A line of the text. Times are seconds. */
export type Line = { start: number; end: number; text: string }
