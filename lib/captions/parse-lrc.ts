import { MAX_CUES } from '@/lib/captions/caption-bounds'
import type { Cue, ParsedCues } from '@/lib/captions/cue'
import { type LrcLine, parseLrcLine } from '@/lib/captions/parse-lrc-line'

const OFFSET = /^\[offset:\s{0,16}([-+]?\d{1,9})\s{0,16}\]/i
const BROKEN_STAMP = /^\[\d{1,4}:/

/** A line at one of its times, moved by so many milliseconds from where its words' times stand. */
type Entry = { line: LrcLine; startMs: number; shiftMs: number }

// A chorus comes back some times; a file must not grow a hundredfold by it.
const MAX_TIMES = 32
const LONGEST_REPEATED = 300

function toEntries(line: LrcLine): Entry[] {
  const [first = 0] = line.startsMs
  const times = line.text.length > LONGEST_REPEATED ? 1 : MAX_TIMES
  return line.startsMs.slice(0, times).map((startMs) => ({ line, startMs, shiftMs: startMs - first }))
}

/** A line lasts until the next begins, or until its last word ends where that is said. */
function toCue({ line, startMs, shiftMs }: Entry, nextStartMs: number | undefined, offsetMs: number): Cue {
  const moved = (ms: number) => Math.max(0, ms - offsetMs)
  const saidEndMs = line.endMs === null ? undefined : line.endMs + shiftMs
  const endMs = Math.max(startMs, Math.min(saidEndMs ?? Number.POSITIVE_INFINITY, nextStartMs ?? saidEndMs ?? startMs))
  const cue = { startMs: moved(startMs), endMs: moved(endMs), text: line.text }
  if (line.words.length === 0) return cue
  const clamp = (ms: number) => Math.min(Math.max(ms + shiftMs, startMs), endMs)
  const words = line.words.map((word, index) => {
    const isLast = index === line.words.length - 1
    const from = clamp(word.startMs)
    const to = isLast ? endMs : Math.max(from, clamp(word.endMs))
    return { startMs: moved(from), endMs: moved(to), text: word.text }
  })
  return { ...cue, words }
}

/**
 * Reads LRC lyrics, plain or with times inside the line: cues in the order of time, a repeated line at each of its times,
 * moved by the file's `[offset:]` (a positive one shows them sooner). A line lasts until the next, also an empty one;
 * the last ends where it begins. `dropped` counts unreadable times, repetitions beyond 32 and cues beyond
 * `MAX_CUES`. Never throws. Time grows with the text, but for the sorting.
 */
export function parseLrc(text: string): ParsedCues {
  const entries: Entry[] = []
  let offsetMs = 0
  let dropped = 0
  for (const raw of (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|[\n\r]/)) {
    const line = raw.trim()
    if (!line.startsWith('[')) continue
    const read = parseLrcLine(line)
    const offset = read ? undefined : OFFSET.exec(line)?.[1]
    if (offset !== undefined) offsetMs = Number(offset)
    else if (!read) dropped += BROKEN_STAMP.test(line) ? 1 : 0
    else {
      const added = toEntries(read)
      entries.push(...added)
      dropped += read.startsMs.length - added.length
    }
  }
  entries.sort((a, b) => a.startMs - b.startMs)
  const cues: Cue[] = []
  let nextStartMs: number | undefined
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]
    if (!entry) break
    const later = entries[index + 1]?.startMs
    if (later !== undefined && later > entry.startMs) nextStartMs = later
    if (entry.line.text !== '') cues.push(toCue(entry, nextStartMs, offsetMs))
  }
  cues.reverse()
  return { cues: cues.slice(0, MAX_CUES), dropped: dropped + Math.max(0, cues.length - MAX_CUES) }
}
