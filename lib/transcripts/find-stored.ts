import type { MediaRef } from '@/lib/archive/media-ref'
import type { LanguageWish } from '@/lib/captions/choose-track'
import { languageDistance } from '@/lib/captions/language-match'
import { languageUnavailable } from '@/lib/captions/language-unavailable'
import { db } from '@/lib/platform/db'
import type * as rows from '@/lib/platform/generated/prisma/client'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { isDraftEngine } from '@/lib/speech/engine'

export type Stored = rows.Transcript & { media: rows.Media }

/** A stored transcript, and whether it is a draft that a better engine can now make anew. */
export type FoundStored = { transcript: Stored; outdated: boolean } | null

function isAnother({ lang }: rows.Transcript, { requestedLang }: LanguageWish): boolean {
  return lang !== null && requestedLang !== 'auto' && languageDistance(requestedLang, lang) === null
}

/**
 * Whether a stored transcript is a draft that a better engine can now make anew. Throws `language_unavailable` when it is
 * one in another language than the one wished for, and no other will do.
 */
export async function isOutdated(transcript: rows.Transcript, wish: LanguageWish): Promise<boolean> {
  if (wish.strict && isAnother(transcript, wish)) throw languageUnavailable(transcript.availableLangs)
  if (!transcript.engineName || !isDraftEngine(transcript.engineName)) return false
  const { engine } = await configuredEngine()
  return engine !== null && !engine.draft
}

/** The stored transcript of a recording for the language wished for. Throws as `isOutdated` does. */
export async function findStored(ref: MediaRef, wish: LanguageWish): Promise<FoundStored> {
  const { platform, videoId, accessKey, ownerId } = ref
  // One after the other: most of what is asked for is not known at all.
  const media = await db().media.findUnique({
    where: { platform_videoId_accessKey: { platform, videoId, accessKey }, ownerId },
  })
  if (!media) return null
  const key = { mediaId: media.id, requestedLang: wish.requestedLang }
  const transcript = await db().transcript.findUnique({ where: { mediaId_requestedLang: key } })
  return transcript && { transcript: { ...transcript, media }, outdated: await isOutdated(transcript, wish) }
}
