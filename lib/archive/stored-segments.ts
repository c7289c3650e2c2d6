import type { Segment } from '@/lib/captions/cue'
import type { Prisma } from '@/lib/platform/generated/prisma/client'

type StoredWord = [startMs: number, endMs: number, text: string]
type StoredSegment = [startMs: number, endMs: number, text: string, words?: StoredWord[]]

/** Segments as they are stored: arrays, a third of the size of objects. */
export function packSegments(segments: readonly Segment[]): Prisma.InputJsonValue {
  return segments.map(({ startMs, endMs, text, words }) =>
    words ? [startMs, endMs, text, words.map((word) => [word.startMs, word.endMs, word.text])] : [startMs, endMs, text],
  )
}

/** Stored segments as objects. */
export function unpackSegments(stored: Prisma.JsonValue): Segment[] {
  return (stored as unknown as StoredSegment[]).map(([startMs, endMs, text, words]) => {
    if (!words) return { startMs, endMs, text }
    return {
      startMs,
      endMs,
      text,
      words: words.map(([start, end, word]) => ({ startMs: start, endMs: end, text: word })),
    }
  })
}
