import type { Cue, Segment, Word } from '../cue'
import { collapseRollup } from '../rollup/collapse-rollup'
import { textJoiner } from '../text/text-joiner'
import { tidyText, tidyTexts } from '../text/tidy-text'

// About a century: no recording is longer, and every format can express it.
const LAST_START_MS = 3_500_000_000_000
const READING_MS_PER_CHARACTER = 60
const SHORTEST_READING_MS = 1000
const LONGEST_READING_MS = 7000

function wholeMs(ms: number, lastMs = LAST_START_MS + LONGEST_READING_MS): number {
  if (Number.isInteger(ms) && ms > 0 && ms <= lastMs) return ms
  return Number.isNaN(ms) ? 0 : Math.round(Math.min(Math.max(ms, 0), lastMs))
}

/** The end of a cue; if that is not after its start, the time that reading its text takes. */
function correctedEnd(startMs: number, endMs: number, text: string): number {
  if (endMs > startMs) return endMs
  return startMs + Math.min(Math.max(text.length * READING_MS_PER_CHARACTER, SHORTEST_READING_MS), LONGEST_READING_MS)
}

function tidyWords(words: readonly Word[]): Word[] {
  return words.flatMap((word) => {
    const text = tidyText(word.text)
    return text === '' ? [] : [{ startMs: wholeMs(word.startMs), endMs: wholeMs(word.endMs), text }]
  })
}

function tidyCue(cue: Cue, text: string): Segment {
  const startMs = wholeMs(cue.startMs, LAST_START_MS)
  const endMs = correctedEnd(startMs, wholeMs(cue.endMs), text)
  const words = cue.words && tidyWords(cue.words)
  const segment: Segment = words && words.length > 0 ? { startMs, endMs, text, words } : { startMs, endMs, text }
  if (cue.speaker !== undefined) segment.speaker = cue.speaker
  return segment
}

/** Merges cues that begin together to one segment: each text once, in their order, until the last of them ends. */
function mergeSameStart(cues: readonly Segment[], first: Segment): Segment {
  const seen = new Set<string>()
  const different = cues.filter((cue) => !seen.has(cue.text) && seen.add(cue.text))
  const chunks: string[] = []
  let endMs = first.endMs
  let previous = ''
  for (const cue of different) {
    if (previous !== '') chunks.push(textJoiner(previous, cue.text))
    chunks.push(cue.text)
    previous = cue.text
  }
  for (const cue of cues) endMs = Math.max(endMs, cue.endMs)
  const merged: Segment = { startMs: first.startMs, endMs, text: chunks.join('').normalize('NFC') }
  // Overlapping lines of several speakers have no speaker.
  if (first.speaker !== undefined && cues.every(({ speaker }) => speaker === first.speaker))
    merged.speaker = first.speaker
  if (!different.some((cue) => cue.words)) return merged
  merged.words = different.flatMap((cue) => cue.words ?? [{ startMs: cue.startMs, endMs: cue.endMs, text: cue.text }])
  return merged
}

/** Ends a segment and its words where the next segment begins. */
function clip(segment: Segment, nextStartMs: number): Segment {
  const { startMs, text, words, speaker } = segment
  if (!words && segment.endMs <= nextStartMs) return segment
  const endMs = Math.min(segment.endMs, nextStartMs)
  const said = speaker === undefined ? {} : { speaker }
  if (!words) return { startMs, endMs, text, ...said }
  const clamp = (ms: number) => Math.min(Math.max(ms, startMs), endMs)
  const clipped = words.map((word) => {
    const from = clamp(word.startMs)
    return { startMs: from, endMs: Math.max(from, clamp(word.endMs)), text: word.text }
  })
  return { startMs, endMs, text, words: clipped, ...said }
}

/** The cues with a text, tidied and sorted by their start; cues that begin together keep their order. */
function tidyCues(cues: readonly Cue[]): Segment[] {
  const texts = tidyTexts(cues)
  const tidy: Segment[] = []
  let isSorted = true
  let lastStartMs = 0
  for (let index = 0; index < cues.length; index++) {
    const cue = cues[index]
    const text = texts[index]
    if (!cue || !text) continue
    const segment = tidyCue(cue, text)
    if (segment.startMs < lastStartMs) isSorted = false
    lastStartMs = segment.startMs
    tidy.push(segment)
  }
  return isSorted ? tidy : tidy.sort((a, b) => a.startMs - b.startMs)
}

/**
 * Turns cues, in any order and with any overlaps, into segments: sorted, without overlaps, none without duration or text, NFC, each
 * text on one line. Only exact repetitions are lost: a cue that overlaps the next ends where that begins, cues that begin together
 * become one segment, and an end that isn't after its start is corrected. Words stay, clipped to their segment.
 */
export function toSegments(cues: readonly Cue[]): Segment[] {
  const segments = tidyCues(cues)
  let count = 0
  let first = segments[0]
  for (let index = 0; first; count++) {
    const { startMs } = first
    let end = index + 1
    while (end < segments.length && segments[end]?.startMs === startMs) end += 1
    const segment = end === index + 1 ? first : mergeSameStart(segments.slice(index, end), first)
    first = end < segments.length ? segments[end] : undefined
    segments[count] = clip(segment, first ? first.startMs : Number.POSITIVE_INFINITY)
    index = end
  }
  segments.length = count
  return segments
}

/** Turns parsed cues into the segments of a transcript: repeated lines of rolling captions once, in order, without overlaps. */
export function toTranscriptSegments(cues: readonly Cue[]): Segment[] {
  return toSegments(collapseRollup(cues))
}
