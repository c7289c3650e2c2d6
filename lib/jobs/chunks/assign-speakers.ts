import type { Segment, Word } from '@/lib/captions/cue'
import type { SpeakerTurn } from '@/lib/speech/engine'
import { cutSegment } from './join-with-word-times'

type Span = { startMs: number; endMs: number }

/** A person who speaks this far from a word still may be the one who says it: engines time words inexactly. */
const NEAR_MS = 1_000
/** A shorter run of words of another speaker within a sentence is taken for a mistake. */
const FEWEST_WORDS = 2

/** The turns that overlap a span or are near it. `from` is the first that may be. */
function turnsNear(turns: readonly SpeakerTurn[], span: Span, from: number): SpeakerTurn[] {
  const near: SpeakerTurn[] = []
  for (let at = from; at < turns.length; at++) {
    const turn = turns[at]
    if (!turn || turn.startMs > span.endMs + NEAR_MS) break
    if (turn.endMs >= span.startMs - NEAR_MS) near.push(turn)
  }
  return near
}

/** The speaker with the most time in a span, else the nearest one; undefined if none is near. */
function speakerOf(span: Span, turns: readonly SpeakerTurn[]): number | undefined {
  const spoken = new Map<number, number>()
  for (const { startMs, endMs, speaker } of turns) {
    const sharedMs = Math.min(endMs, span.endMs) - Math.max(startMs, span.startMs)
    // A negative overlap is the distance.
    const before = spoken.get(speaker)
    const both =
      before !== undefined && before > 0 && sharedMs > 0 ? before + sharedMs : Math.max(before ?? -NEAR_MS, sharedMs)
    spoken.set(speaker, both)
  }
  let best: number | undefined
  let most = -NEAR_MS
  for (const [speaker, ms] of spoken) {
    if (ms <= most) continue
    best = speaker
    most = ms
  }
  return best
}

/** A run of words by one speaker: from one index to another, exclusive. */
type Run = { from: number; to: number; speaker: number | undefined }

function runsOf(words: readonly Word[], turns: readonly SpeakerTurn[]): Run[] {
  const runs: Run[] = []
  words.forEach((word, index) => {
    const speaker = speakerOf(word, turns)
    const last = runs.at(-1)
    if (last && (last.speaker === speaker || speaker === undefined)) last.to = index + 1
    else runs.push({ from: index, to: index + 1, speaker })
  })
  return mergeShortRuns(runs)
}

/** Runs of too few words become part of the run before them, or of the one after them at the beginning. */
function mergeShortRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs) {
    const last = merged.at(-1)
    if (
      last &&
      (run.to - run.from < FEWEST_WORDS || last.to - last.from < FEWEST_WORDS || last.speaker === run.speaker)
    ) {
      if (last.to - last.from < FEWEST_WORDS) last.speaker = run.speaker
      last.to = run.to
    } else merged.push({ ...run })
  }
  return merged
}

function withSpeaker(segment: Segment, speaker: number | undefined): Segment {
  const { speaker: _, ...rest } = segment
  return speaker === undefined ? rest : { ...rest, speaker: String(speaker) }
}

/**
 * Gives segments in order their speakers, by turns in order. A segment with words is split where the speaker changes within it; one
 * without words has the speaker of most of it. No word is lost, and no time changes but that of a split.
 */
export function assignSpeakers(segments: readonly Segment[], turns: readonly SpeakerTurn[]): Segment[] {
  // Turns may overlap: the end of an early one may be late.
  const lastEndMs: number[] = []
  for (const { endMs } of turns) lastEndMs.push(Math.max(endMs, lastEndMs.at(-1) ?? 0))
  let from = 0
  return segments.flatMap((segment) => {
    while (from < turns.length && (lastEndMs[from] ?? 0) < segment.startMs - NEAR_MS) from += 1
    const near = turnsNear(turns, segment, from)
    const { words } = segment
    const runs = words && words.length > 0 ? runsOf(words, near) : []
    if (runs.length < 2) return [withSpeaker(segment, runs.length === 1 ? runs[0]?.speaker : speakerOf(segment, near))]
    return splitAt(segment, runs)
  })
}

/** The runs of a segment as segments; the segment as it is where a part would last no time. */
function splitAt(segment: Segment, runs: readonly Run[]): Segment[] {
  const parts = runs.flatMap(({ from, to, speaker }) => {
    const part = cutSegment(segment, from, to)
    return part ? [withSpeaker(part, speaker)] : []
  })
  const isValid = parts.every(({ startMs, endMs }, at) => startMs < endMs && startMs >= (parts[at - 1]?.endMs ?? 0))
  return isValid ? parts : [withSpeaker(segment, runs[0]?.speaker)]
}
