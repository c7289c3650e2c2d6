import type { MediaRef } from '@/lib/archive/media/media-ref'
import { saveMedia } from '@/lib/archive/media/save-media'
import { captionTranscript } from '@/lib/archive/transcripts/caption-transcript'
import { recordingOrigin } from '@/lib/archive/transcripts/recording-origin'
import { storeTranscript } from '@/lib/archive/transcripts/store-transcript'
import { requireLanguage } from '@/lib/captions/found-captions'
import type { LanguageRequest } from '@/lib/captions/language/choose-track'
import { db } from '@/lib/core/db/db'
import type { Media } from '@/lib/core/generated/prisma/client'
import type { Inspection } from '@/lib/media/inspect-file'
import type { Stored } from '../deliver/find-stored'

/**
 * The result of an inspection: captions, stored; or the need for a job. `captionless`: the source has no captions;
 * otherwise the job queries it again, with more time. `claimedDurationMs`: the length by a feed, which counts only for
 * callers who arrived through that feed. `spokenLang`: the language that the platform or the feed gives for what is spoken.
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

/** Storing a text of ten hours takes long on a busy machine. */
const LONG_TEXT = { maxWait: 10_000, timeout: 60_000 }

/**
 * Stores the result of an inspection: the facts of the media, and its captions as a transcript where there are any.
 * `origin`: of the text, the recording itself by default. Throws `language_unavailable` for captions in another
 * language when no other is accepted.
 */
export async function finishInspection(
  ref: MediaRef,
  requested: LanguageRequest,
  seen: Inspection,
  origin = recordingOrigin(requested.requestedLang),
): Promise<Outcome> {
  const { captions, durationMs, spokenLang = null, ...facts } = seen
  if (captions) requireLanguage(requested, captions)
  const media = await saveMedia(ref, facts)
  if (!captions) return { kind: 'speech', media, durationMs, captionless: true, spokenLang }
  const key = { mediaId: media.id, requestedLang: requested.requestedLang, origin }
  const transcript = captionTranscript(key, captions, durationMs)
  const stored = await db().$transaction((tx) => storeTranscript(tx, transcript), LONG_TEXT)
  return { kind: 'stored', stored: { ...stored, media }, cached: false }
}
