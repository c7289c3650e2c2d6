import type { Warning } from './warning'

/** A word with its own times, where the source has them. Times are integer milliseconds from the start of the media. */
export type Word = { startMs: number; endMs: number; text: string }

/**
 * A cue as it was parsed: integer milliseconds, plain text (entities decoded once, no tags, lines joined by `\n`). Parsers keep
 * the order and the overlaps of the file; `toSegments` turns cues into segments. `speaker` is the name that the file gives.
 */
export type Cue = { startMs: number; endMs: number; text: string; words?: Word[]; speaker?: string }

/**
 * A segment of a transcript: in order, never overlapping (`endMs[i] <= startMs[i + 1]`), `startMs < endMs`,
 * never empty, NFC, no tags. `speaker` is the id of one of the transcript's speakers once the transcript is stored; until
 * then it is the name or the label that the source gives.
 */
export type Segment = { startMs: number; endMs: number; text: string; words?: Word[]; speaker?: string }

/**
 * The result of a parser: the cues in the order of the file, and how many were left out (unreadable times, or more than `MAX_CUES`).
 * `droppedAfterMs` is the start of the cue before the first of those; undefined where none came before it. `lang`: the language that
 * the file states, as it is written there. `warnings`: what had to be assumed or chosen.
 */
export type ParsedCues = {
  cues: Cue[]
  dropped: number
  droppedAfterMs?: number | undefined
  lang?: string | undefined
  warnings?: Warning[]
}
