import type { MediaRef } from '@/lib/archive/media-ref'
import type { Platform } from '@/lib/captions/transcript'
import type { JobWithMedia } from './load-job'

/** The recording of a job as its address tells it. */
export function jobMediaRef({ media, openUrl }: JobWithMedia): MediaRef {
  const { videoId, accessKey, url, ownerId, title } = media
  return { platform: media.platform as Platform, videoId, accessKey, url, openUrl, ownerId, title }
}
