import type { MediaRef } from '@/lib/archive/media-ref'
import { db } from '@/lib/platform/db'
import type * as rows from '@/lib/platform/generated/prisma/client'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { isDraftEngine } from '@/lib/speech/engine'

export type Stored = rows.Transcript & { media: rows.Media }

/** A stored transcript, and whether it is a draft that a better engine can now make anew. */
export type FoundStored = { transcript: Stored; outdated: boolean } | null

async function isOutdated({ engineName }: rows.Transcript): Promise<boolean> {
  if (!engineName || !isDraftEngine(engineName)) return false
  const { engine } = await configuredEngine()
  return engine !== null && !engine.draft
}

/** The stored transcript of a recording for a language asked for. */
export async function findStored(ref: MediaRef, requestedLang: string): Promise<FoundStored> {
  const { platform, videoId, accessKey, ownerId } = ref
  const transcript = await db().transcript.findFirst({
    where: { requestedLang, media: { platform, videoId, accessKey, ownerId } },
    include: { media: true },
  })
  return transcript && { transcript, outdated: await isOutdated(transcript) }
}
