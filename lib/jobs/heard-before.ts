import { unpackSegments } from '@/lib/archive/stored-segments'
import { db } from '@/lib/platform/db'
import type { Job } from '@/lib/platform/generated/prisma/client'
import type { HeardPiece } from './join-pieces'

/** A job that goes on where another one stopped, in the middle of a word maybe, hears the last second before it too. */
export const RUN_UP_MS = 1000

/**
 * What an earlier job has made of the recording up to where this one began, as one long piece, and its language; null
 * when that is not there any more.
 */
export async function heardBefore({
  mediaId,
  requestedLang,
  fromMs,
}: Job): Promise<{ pieces: HeardPiece[]; lang: string | null } | null> {
  if (fromMs === 0) return { pieces: [], lang: null }
  const key = { mediaId_requestedLang: { mediaId, requestedLang } }
  const stored = await db().transcript.findUnique({ where: key, select: { segments: true, lang: true } })
  if (!stored) return null
  const segments = unpackSegments(stored.segments).filter(({ startMs }) => startMs < fromMs)
  return { pieces: [{ startMs: 0, overlapMs: 0, segments }], lang: stored.lang }
}
