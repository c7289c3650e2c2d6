import type { SegmentChange, TextChange } from '@/lib/captions/edit/text-change'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { packSegments, packSpeakers, unpackSegments, unpackSpeakers } from '../transcripts/stored-segments'

type StoredChange = [
  segments: [at: number, before: Prisma.JsonValue, after: Prisma.JsonValue][],
  speakers: [before: Prisma.JsonValue, after: Prisma.JsonValue] | null,
]

export function packChange({ segments, speakers }: TextChange): string {
  return JSON.stringify([
    segments.map(({ at, before, after }) => [at, packSegments(before), packSegments(after)]),
    speakers && [packSpeakers(speakers.before), packSpeakers(speakers.after)],
  ])
}

export function unpackChange(stored: unknown): TextChange {
  const [segments, speakers] = stored as StoredChange
  return {
    segments: segments.map(([at, before, after]) => ({
      at,
      before: unpackSegments(before),
      after: unpackSegments(after),
    })),
    speakers: speakers && { before: unpackSpeakers(speakers[0]), after: unpackSpeakers(speakers[1]) },
  }
}

/** A place of a change as people read it: when it is said, and its text before and after. */
export type ChangedPlace = [startMs: number, before: string, after: string]

const MAX_PREVIEWED = 10
const MAX_PREVIEW_CHARACTERS = 300

function shorten(text: string): string {
  if (text.length <= MAX_PREVIEW_CHARACTERS) return text
  return `${text.slice(0, MAX_PREVIEW_CHARACTERS - 1).toWellFormed()}…`
}

function toPlace({ before, after }: SegmentChange): ChangedPlace {
  const textOf = (segments: SegmentChange['before']) =>
    shorten(
      segments
        .slice(0, MAX_PREVIEW_CHARACTERS)
        .map(({ text }) => text)
        .join(' '),
    )
  return [(before[0] ?? after[0])?.startMs ?? 0, textOf(before), textOf(after)]
}

/** The first places of a change for a history. */
export function previewChange({ segments }: TextChange): ChangedPlace[] {
  return segments.slice(0, MAX_PREVIEWED).map(toPlace)
}
