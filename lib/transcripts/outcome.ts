import type { Media } from '@/lib/platform/generated/prisma/client'
import type { Stored } from './find-stored'

/**
 * What came of looking at a recording: its captions, stored; or a job is to make its transcript. `captionless`: it was
 * asked for captions and has none to give; else the job asks again, with more time. `claimedDurationMs`: how long a feed says it
 * is, which counts for nobody but who came by that feed.
 */
export type Outcome =
  | { kind: 'stored'; stored: Stored; cached: boolean }
  | { kind: 'speech'; media: Media; durationMs: number | null; claimedDurationMs?: number | null; captionless: boolean }
