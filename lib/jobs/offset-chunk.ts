import { unpackSegments } from '@/lib/archive/stored-segments'
import type { Chunk } from '@/lib/platform/generated/prisma/client'
import type { TranscribedChunk } from './join-chunks'

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
