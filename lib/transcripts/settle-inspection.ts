import { captionTranscript } from '@/lib/archive/caption-transcript'
import type { MediaRef } from '@/lib/archive/media-ref'
import { saveMedia } from '@/lib/archive/save-media'
import { storeTranscript } from '@/lib/archive/store-transcript'
import type { Inspection } from '@/lib/media/inspection'
import { db } from '@/lib/platform/db'
import type { Outcome } from './outcome'

/** Writes down what a look at a recording has told: its facts, and its captions as a transcript where it has any. */
export async function settleInspection(ref: MediaRef, requestedLang: string, seen: Inspection): Promise<Outcome> {
  const { captions, durationMs, ...facts } = seen
  const media = await saveMedia(ref, facts)
  if (!captions) return { kind: 'speech', media, durationMs, captionless: true }
  const transcript = captionTranscript({ mediaId: media.id, requestedLang }, captions, durationMs)
  return { kind: 'stored', stored: { ...(await storeTranscript(db(), transcript)), media }, cached: false }
}
