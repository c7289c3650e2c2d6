import type { MediaRef } from '@/lib/archive/media/media-ref'
import type { Problem } from '@/lib/core/problem/problem'
import type { EpisodeMedia } from '@/lib/podcasts/episode-media'

/** The media that a request names, and how it is inspected. */
export type Located =
  /** `captionsId`: the upload of its captions; null where they are to be found in the file itself. */
  | { kind: 'upload'; ref: MediaRef; captionsId: string | null }
  /** A recording of a platform. `pageProblem`: what is to be reported of a page of another site that yt-dlp does not know. */
  | { kind: 'platform'; ref: MediaRef; pageProblem: Problem | null }
  /** A link that has to be opened to see whether it is media, captions or a page. */
  | { kind: 'link'; ref: MediaRef }
  /**
   * An episode with the facts of its feed. `failures`: how often it failed before, for a caller that requests it again
   * later while its publisher's transcript is temporarily unavailable; null for one that doesn't.
   */
  | { kind: 'episode'; ref: MediaRef; episode: EpisodeMedia; failures: number | null }
