import { Problem } from '@/lib/core/problem/problem'
import type { Segment } from '../cue'
import { MAX_SPEAKERS, type Speaker } from '../speakers'
import { tidyText } from '../text/tidy-text'
import { type AlignedWord, alignWords, timeWords } from './align-words'
import type { SpokenText } from './text-change'

/**
 * A segment as a user has written it. Absent times and speaker are derived from the replaced segments; a null speaker
 * means none.
 */
export type WrittenSegment = {
  text: string
  startMs?: number | undefined
  endMs?: number | undefined
  speaker?: string | null | undefined
}

/** Segments that take the place of `deleted` others from an index on. */
export type SegmentEdit = { index: number; deleted: number; segments: readonly WrittenSegment[] }

type Times = { startMs: number; endMs: number }
/** The space of an edit: from the end of the segment before to the start of the one after. */
type Bounds = Times

function invalid(edit: number, detail: string, segment?: number): Problem {
  const field = segment === undefined ? `edits[${edit}]` : `edits[${edit}].segments[${segment}]`
  return new Problem('invalid_edit', { detail, context: { field } })
}

/** From the first to the last word of a segment whose time is known; null: none is. */
function timeOfWords(words: readonly AlignedWord[] = []): Times | null {
  const times = words.flatMap(({ kept, wanted }) => kept ?? wanted ?? [])
  const [first, last] = [times[0], times.at(-1)]
  return first && last ? { startMs: first.startMs, endMs: Math.max(last.endMs, first.startMs) } : null
}

/** Divides a time among texts by their lengths. */
function divideTime(texts: readonly string[], { startMs, endMs }: Times): Times[] {
  const characters = texts.reduce((sum, { length }) => sum + length, 0)
  let said = 0
  const timeOf = () => Math.round(startMs + ((endMs - startMs) * said) / Math.max(1, characters))
  return texts.map((text) => {
    const start = timeOf()
    said += text.length
    return { startMs: start, endMs: timeOf() }
  })
}

/**
 * Times for the texts that replace segments: those of as many others where their words lie in them, or else from the first word of each to its last one. Texts
 * without words divide what is left between.
 */
function timesOf(
  replaced: readonly Segment[],
  texts: readonly string[],
  words: readonly (readonly AlignedWord[])[],
  bounds: Bounds,
): Times[] {
  const known = texts.map((_, index) => timeOfWords(words[index]))
  const isWithin = ({ startMs, endMs }: Segment, index: number) => {
    const time = known[index]
    return !time || (startMs <= time.startMs && time.endMs <= endMs)
  }
  if (replaced.length === texts.length && replaced.every(isWithin))
    return replaced.map(({ startMs, endMs }) => ({ startMs, endMs }))
  const whole = { startMs: replaced[0]?.startMs ?? bounds.startMs, endMs: replaced.at(-1)?.endMs ?? bounds.endMs }
  const times: Times[] = []
  for (let index = 0; index < texts.length; ) {
    const lowest = times.at(-1)?.endMs ?? whole.startMs
    const time = known[index]
    if (time) {
      const startMs = index === 0 ? whole.startMs : Math.max(time.startMs, lowest)
      const nextMs = known[index + 1]?.startMs ?? whole.endMs
      const isLast = index === texts.length - 1
      times.push({ startMs, endMs: isLast ? whole.endMs : time.endMs > startMs ? time.endMs : nextMs })
      index++
      continue
    }
    const end = known.findIndex((one, place) => place > index && one !== null)
    const until = end < 0 ? texts.length : end
    times.push(
      ...divideTime(texts.slice(index, until), { startMs: lowest, endMs: known[until]?.startMs ?? whole.endMs }),
    )
    index = until
  }
  return times
}

/** Replaces times by written ones; the times after them are moved. */
function withWrittenTimes(times: readonly Times[], written: readonly WrittenSegment[], bounds: Bounds): Times[] {
  let lowest = bounds.startMs
  return times.map((time, index) => {
    const { startMs, endMs } = written[index] ?? {}
    const start = startMs ?? Math.max(time.startMs, lowest)
    const nextStart = written[index + 1]?.startMs ?? bounds.endMs
    const end = endMs ?? Math.min(Math.max(time.endMs, start), Math.max(nextStart, start))
    lowest = end
    return { startMs: start, endMs: end }
  })
}

function checkTimes(edit: number, times: readonly Times[], bounds: Bounds): void {
  let lowest = bounds.startMs
  for (const [index, { startMs, endMs }] of times.entries()) {
    if (startMs < lowest || endMs > bounds.endMs)
      throw invalid(edit, 'Segments may not overlap. Send times between those of the segments around it.', index)
    if (startMs >= endMs)
      throw invalid(edit, 'There is no time for this segment. Send its start and end, the end after the start.', index)
    lowest = endMs
  }
}

/** The speaker of a segment that was written without one: that of the segments which it replaces. */
function inheritedSpeaker(replaced: readonly Segment[], index: number, count: number, { startMs }: Times) {
  if (replaced.length === count) return replaced[index]?.speaker
  return (replaced.findLast((segment) => segment.startMs <= startMs) ?? replaced[0])?.speaker
}

function replaceSegments(
  { edit, bounds }: { edit: number; bounds: Bounds },
  replaced: readonly Segment[],
  unchecked: readonly WrittenSegment[],
  speakers: ReadonlySet<string>,
): Segment[] {
  const written = unchecked.map((segment) => ({ ...segment, text: tidyText(segment.text) }))
  for (const [index, { text, speaker }] of written.entries()) {
    if (text === '') throw invalid(edit, 'A segment needs a text. To delete it, leave it out.', index)
    if (speaker != null && !speakers.has(speaker))
      throw invalid(edit, `This transcript has no speaker ${speaker}. Add the speaker first.`, index)
  }
  // Without words from the engine, none are made up.
  const hasWords = replaced.length > 0 && replaced.every(({ words }) => words !== undefined)
  const texts = written.map(({ text }) => text)
  const words: AlignedWord[][] = hasWords ? alignWords(replaced, texts) : []
  const times = withWrittenTimes(timesOf(replaced, texts, words, bounds), written, bounds)
  checkTimes(edit, times, bounds)
  return written.map(({ text, speaker: named }, index) => {
    const time = times[index] ?? bounds
    const speaker = named === undefined ? inheritedSpeaker(replaced, index, written.length, time) : (named ?? undefined)
    const segment: Segment = { startMs: time.startMs, endMs: time.endMs, text }
    const timed = timeWords(words[index] ?? [], time)
    if (timed.length > 0) segment.words = timed
    if (speaker !== undefined) segment.speaker = speaker
    return segment
  })
}

/** The speakers that a text may name. */
function speakerIds(speakers: readonly Speaker[]): ReadonlySet<string> {
  return new Set(speakers.slice(0, MAX_SPEAKERS).map(({ id }) => id))
}

/**
 * A text with edits made to it, whose indexes are those of the text as it is, in any order. `endMs`: where the last segment has to
 * end. Words that have not changed keep their times to the millisecond; times of the others lie between those of their neighbours.
 * Throws `invalid_edit`.
 */
export function editSegments(text: SpokenText, edits: readonly SegmentEdit[], endMs: number): SpokenText {
  const { segments, speakers } = text
  const known = speakerIds(speakers)
  const edited: Segment[] = []
  let next = 0
  const inOrder = edits.map((edit, place) => ({ ...edit, place })).sort((one, other) => one.index - other.index)
  for (const [position, { index, deleted, segments: written, place }] of inOrder.entries()) {
    const isRepeated = position > 0 && inOrder[position - 1]?.index === index
    if (index < next || isRepeated) throw invalid(place, 'Two edits change the same segments. Make one of them.')
    if (index + deleted > segments.length)
      throw invalid(place, `This transcript has ${segments.length} segments. Send an index and a count within them.`)
    for (const segment of segments.slice(next, index)) edited.push(segment)
    const bounds = {
      startMs: edited.at(-1)?.endMs ?? 0,
      endMs: segments[index + deleted]?.startMs ?? Math.max(endMs, segments.at(-1)?.endMs ?? 0),
    }
    const replaced = segments.slice(index, index + deleted)
    edited.push(...replaceSegments({ edit: place, bounds }, replaced, written, known))
    next = index + deleted
  }
  for (const segment of segments.slice(next)) edited.push(segment)
  return { segments: edited, speakers }
}
