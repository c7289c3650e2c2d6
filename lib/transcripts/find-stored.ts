import type { MediaRef } from '@/lib/archive/media-ref'
import { db } from '@/lib/platform/db'
import type * as rows from '@/lib/platform/generated/prisma/client'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { isDraftEngine } from '@/lib/speech/engine'

/**
 * The stored transcript of a recording for a language asked for. A draft of the offline engine counts only as long as
 * there is no better engine: with one, asking again makes it anew.
 */
export async function findStored(
  ref: MediaRef,
  requestedLang: string,
): Promise<(rows.Transcript & { media: rows.Media }) | null> {
  const stored = await db().transcript.findFirst({
    where: { requestedLang, media: { platform: ref.platform, videoId: ref.videoId, ownerId: ref.ownerId } },
    include: { media: true },
  })
  if (!stored?.engineName || !isDraftEngine(stored.engineName)) return stored
  const { engine } = await configuredEngine()
  return engine && !engine.draft ? null : stored
}
