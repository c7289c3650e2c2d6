import type { MediaRef } from '@/lib/archive/media/media-ref'
import { findTextFor } from '@/lib/archive/transcripts/find-stored-text'
import { recordingOrigin } from '@/lib/archive/transcripts/recording-origin'
import { unpackSpeakers } from '@/lib/archive/transcripts/stored-segments'
import type { StoredTranscript } from '@/lib/archive/transcripts/stored-transcript'
import { isInLanguage, requireLanguage } from '@/lib/captions/found-captions'
import type { LanguageRequest } from '@/lib/captions/language/choose-track'
import type { Warning } from '@/lib/captions/warning'
import { db } from '@/lib/core/db/db'
import type * as rows from '@/lib/core/generated/prisma/client'
import { isDraftText } from '@/lib/speech/better-engine-hint'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { canFindSpeakerTurns } from '@/lib/speech/speakers/find-speaker-turns'

export type Stored = StoredTranscript & { media: rows.Media }

/** A stored transcript, and whether it is a draft that a better engine can now make anew. */
export type FoundStored = { transcript: Stored; outdated: boolean } | null

/** The request that a stored transcript is compared with. */
type TextRequest = LanguageRequest & { diarize?: boolean }

/** Whether the speakers of a stored text were never searched for, and can be separated by transcribing again. */
async function lacksSpeakers({ origin, source, complete, speakers, warnings }: StoredTranscript): Promise<boolean> {
  if (origin !== '' || source !== 'speech_to_text' || !complete || unpackSpeakers(speakers).length > 0) return false
  const isKnown = (warnings as Warning[]).some(({ code }) => code === 'speakers_unavailable' || code === 'no_speech')
  if (isKnown) return false
  const { engine } = await configuredEngine()
  return engine !== null && (engine.mode === 'remoteAsync' || (await canFindSpeakerTurns()))
}

/**
 * Whether a stored transcript is to be made anew: captions of another language where no other is accepted, since the source may have the
 * requested ones by now; a draft that a better engine can replace; and a text without the wanted speakers. Throws
 * `language_unavailable` when it is of speech in another language and no other is accepted.
 */
export async function isOutdated(transcript: StoredTranscript, requested: TextRequest): Promise<boolean> {
  const isSpeech = transcript.source === 'speech_to_text'
  if (!isSpeech && !isInLanguage(requested, transcript)) return true
  // Silence has no language.
  if (isSpeech && transcript.lang !== null) requireLanguage(requested, transcript)
  if (requested.diarize && (await lacksSpeakers(transcript))) return true
  if (!isDraftText(transcript)) return false
  const { engine } = await configuredEngine()
  return engine !== null && !engine.draft
}

async function findByOrigin(media: rows.Media, requestedLang: string, origins: readonly string[]) {
  for (const origin of origins) {
    const text = await findTextFor(media, requestedLang, db(), origin)
    if (text) return text
  }
  return null
}

/**
 * The stored transcript of a media for the requested language, by the first of these origins that has one: the recording itself
 * where none is given. Throws as `isOutdated` does.
 */
export async function findStored(
  ref: MediaRef,
  requested: TextRequest,
  origins: readonly string[] = [recordingOrigin(requested.requestedLang)],
): Promise<FoundStored> {
  const { platform, videoId, accessKey, ownerId } = ref
  // Sequential: most requested media have no stored transcript.
  const media = await db().media.findUnique({
    where: { platform_videoId_accessKey: { platform, videoId, accessKey }, ownerId },
  })
  if (!media) return null
  const transcript = await findByOrigin(media, requested.requestedLang, origins)
  return transcript && { transcript: { ...transcript, media }, outdated: await isOutdated(transcript, requested) }
}
