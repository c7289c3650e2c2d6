import type { Platform } from '@/lib/captions/transcript'

/** What there is to play of a recording; none of a caption file. */
export type MediaKind = 'audio' | 'video' | 'none'

/** A recording as its address tells it, before anything has been read of it. */
export type MediaRef = {
  platform: Platform
  /** The platform's own id. */
  videoId: string
  /**
   * Tells apart recordings that share an id: which part or which video of a post it is, and of one that only its whole link
   * opens the hash of the link's secret, so that who does not have it does not get the text. '' of all others.
   */
  accessKey: string
  /** Canonical: for identity and for people. */
  url: string
  /** The link as it was given, which is what is opened: a signed one may not be rewritten. Null for uploads. */
  openUrl: string | null
  /** Whose it is alone; null: public, shared by everyone who asks for it. */
  ownerId: string | null
  title: string | null
}
