import type { Segment } from '@/lib/captions/cue'
import type { Speaker } from '@/lib/captions/speakers'
import type { Prisma } from '@/lib/core/generated/prisma/client'

type StoredWord = [startMs: number, endMs: number, text: string]
/** `words` is 0 where a segment has a speaker and no words. */
type StoredSegment = [startMs: number, endMs: number, text: string, words?: StoredWord[] | 0, speaker?: string]

function packSegment({ startMs, endMs, text, words, speaker }: Segment): (number | string | StoredWord[])[] {
  const packed = words?.map((word): StoredWord => [word.startMs, word.endMs, word.text])
  if (speaker !== undefined) return [startMs, endMs, text, packed ?? 0, speaker]
  return packed ? [startMs, endMs, text, packed] : [startMs, endMs, text]
}

/** Segments as they are stored: arrays, a third of the size of objects. */
export function packSegments(segments: readonly Segment[]): Prisma.InputJsonValue {
  return segments.map(packSegment)
}

export function unpackSegments(stored: Prisma.JsonValue): Segment[] {
  return (stored as unknown as StoredSegment[]).map(([startMs, endMs, text, words, speaker]) => {
    if (!words && speaker === undefined) return { startMs, endMs, text }
    const segment: Segment = { startMs, endMs, text }
    if (words) segment.words = words.map(([start, end, word]) => ({ startMs: start, endMs: end, text: word }))
    if (speaker !== undefined) segment.speaker = speaker
    return segment
  })
}

/** Speakers as they are stored: pairs of id and name. */
export function packSpeakers(speakers: readonly Speaker[]): Prisma.InputJsonValue {
  return speakers.map(({ id, name }) => [id, name])
}

export function unpackSpeakers(stored: Prisma.JsonValue): Speaker[] {
  return (stored as unknown as [id: string, name: string | null][]).map(([id, name]) => ({ id, name }))
}

/** The segments that start within a user's part of a text; null: all of it. */
export function withinPart(segments: Segment[], coveredMs: number | null): Segment[] {
  return coveredMs === null ? segments : segments.filter(({ startMs }) => startMs < coveredMs)
}
