import type { MediaRef } from '@/lib/archive/media-ref'
import type { Platform } from '@/lib/captions/transcript'
import type { JobWithMedia } from './load-job'

/** The media reference of a job, from the address that it opens. */
export function jobMediaRef({ media, openUrl }: JobWithMedia): MediaRef {
  const { videoId, accessKey, url, ownerId, title } = media
  return { platform: media.platform as Platform, videoId, accessKey, url, openUrl, ownerId, title }
}
