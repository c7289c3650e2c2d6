import type { Media } from '@/lib/core/generated/prisma/client'
import type { Stored } from '../deliver/find-stored'

/**
 * The result of an inspection: captions, stored; or the need for a job. `captionless`: the source has no captions;
 * otherwise the job queries it again, with more time. `claimedDurationMs`: the length by a feed, which counts only for
 * callers who came by that feed. `spokenLang`: the language that the platform or the feed gives for what is spoken.
 */
export type Outcome =
  | { kind: 'stored'; stored: Stored; cached: boolean }
  | {
      kind: 'speech'
      media: Media
      durationMs: number | null
      claimedDurationMs?: number | null
      captionless: boolean
      spokenLang: string | null
    }
