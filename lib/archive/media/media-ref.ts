import type { Platform } from '@/lib/platforms/platforms'

/** A recording as its link names it, before anything has been read of it. */
export type MediaRef = {
  platform: Platform
  /** The platform's own id. */
  videoId: string
  /**
   * Distinguishes recordings that share an id: the part or the video of a post. For a recording that opens only with
   * its whole link, the hash of the link's secret, so that the text needs that link too. '' for all others.
   */
  accessKey: string
  /** The canonical URL: for identity and for people. */
  url: string
  /**
   * The link as it was given, which is the one that is opened: a signed link may not be rewritten. Null for uploads.
   */
  openUrl: string | null
  /** Its only user; null: public, shared by everyone who requests it. */
  ownerId: string | null
  title: string | null
}
