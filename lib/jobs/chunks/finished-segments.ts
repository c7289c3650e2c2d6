import { findTextOfOrigin } from '@/lib/archive/transcripts/find-stored-text'
import { unpackSegments } from '@/lib/archive/transcripts/stored-segments'
import { db } from '@/lib/core/db/db'
import type { Chunk, Job, Transcript } from '@/lib/core/generated/prisma/client'
import { isDraftText } from '@/lib/speech/better-engine-hint'
import { DRAFT_ENGINES } from '@/lib/speech/engine'
import type { EngineShare } from './engine-of-text'
import type { TranscribedChunk } from './join-chunks'

/** A job that continues another one starts this much earlier, since the cut may be in the middle of a word. */
export const RUN_UP_MS = 1000

type Stored = Pick<Transcript, 'engineName' | 'engineModel' | 'warnings'>

/** The engines of a stored text. The share of a draft in it is not known. */
function enginesOf({ engineName, engineModel, warnings }: Stored, durationMs: number): EngineShare[] {
  const made = engineName === null ? [] : [{ name: engineName, model: engineModel ?? '', durationMs }]
  return isDraftText({ engineName, warnings }) ? [...made, { name: DRAFT_ENGINES[0], model: '', durationMs: 0 }] : made
}

/**
 * The text that an earlier job has made of the recording up to the point where this job starts, as one long chunk, with
 * its language and engines; null when that text no longer exists.
 */
export async function finishedSegments({
  mediaId,
  requestedLang,
  fromMs,
}: Job): Promise<{ chunks: TranscribedChunk[]; lang: string | null; engines: EngineShare[] } | null> {
  if (fromMs === 0) return { chunks: [], lang: null, engines: [] }
  const found = await findTextOfOrigin(db(), mediaId, requestedLang)
  const stored = found && (await db().transcript.findUnique({ where: { id: found.id } }))
  if (!stored) return null
  const segments = unpackSegments(stored.segments).filter(({ startMs }) => startMs < fromMs)
  return { chunks: [{ startMs: 0, overlapMs: 0, segments }], lang: stored.lang, engines: enginesOf(stored, fromMs) }
}

/** A finished chunk with the times of its segments counted from the start of the recording. */
export function offsetChunk({ startMs, endMs, overlapMs, segments }: Chunk): TranscribedChunk {
  const shift = <T extends { startMs: number; endMs: number }>(part: T): T => ({
    ...part,
    startMs: part.startMs + startMs,
    endMs: Math.min(part.endMs + startMs, endMs),
  })
  const shifted = unpackSegments(segments ?? []).map((segment) => ({
    ...shift(segment),
    ...(segment.words ? { words: segment.words.map(shift) } : {}),
  }))
  return { startMs, overlapMs, segments: shifted }
}

/** The language of most chunks with speech; null while there is none. */
export function majorityLang(chunks: readonly { lang: string | null }[]): string | null {
  const votes = new Map<string, number>()
  for (const { lang } of chunks) if (lang) votes.set(lang, (votes.get(lang) ?? 0) + 1)
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
