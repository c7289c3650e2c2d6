import type { Platform } from '@/lib/captions/transcript'
import type { Recognised } from './recognised'

type Options = {
  platform: Platform
  videoId: string
  /** Canonical, for people and identity. */
  url: string
  /** What an extractor opens; the canonical link where absent. */
  openUrl?: string
  accessKey?: string
}

/** A public recording of a platform. */
export function recording({ platform, videoId, url, openUrl = url, accessKey = '' }: Options): Recognised {
  return { kind: 'recording', ref: { platform, videoId, accessKey, url, openUrl, ownerId: null, title: null } }
}
