import type { Cue, ParsedCues, Word } from '../cue'
import { addCue, dropCue, noCues } from '../parsing/collect-cues'
import type { ReadFormat } from './format'

const OFFSET = /^\[offset:\s{0,16}([-+]?\d{1,9})\s{0,16}\]/i
// A tag with text behind it, unlike those of the file, or with digits for a time.
const BROKEN_STAMP = /^\[\d{1,6}:|^\[[^\]]*\]\s*\S/

/** A line at one of its times, with the offset of that time from the times of its words. */
type Entry = { line: LrcLine; startMs: number; shiftMs: number }

// A chorus repeats some times, but must not make a file grow a hundredfold.
const MAX_TIMES = 32
const LONGEST_REPEATED = 300

function toEntries(line: LrcLine): Entry[] {
  const [first = 0] = line.startsMs
  const times = line.text.length > LONGEST_REPEATED ? 1 : MAX_TIMES
  return line.startsMs.slice(0, times).map((startMs) => ({ line, startMs, shiftMs: startMs - first }))
}

/** A line lasts until the next begins, or until the end of its last word if that is given. */
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

/** Adds a line without a time to the line before it. Returns whether it does: a chorus does not grow without end. */
function continueLine(line: LrcLine, text: string): boolean {
  const startMs = line.endMs ?? line.words.at(-1)?.endMs ?? line.startsMs[0] ?? 0
  const more = parseWords(text, startMs)
  // The texts are trimmed. Trimming the joined one would copy it for each line.
  const joined = line.text && more.text ? `${line.text} ${more.text}` : line.text || more.text
  if (line.startsMs.length > 1 && joined.length > LONGEST_REPEATED) return false
  line.text = joined
  if (line.words.length > 0) line.words.push({ startMs, endMs: more.endMs ?? startMs, text: more.text })
  return true
}

/**
 * Parses LRC lyrics, plain or with times inside the line: cues in the order of time, a repeated line at each of its times, moved
 * by the file's `[offset:]` (a positive one shows them sooner). A line lasts until the next, which may be empty; the last ends
 * where it begins. A line without a time continues the one before it. `dropped` counts unreadable times, repetitions beyond 32 and cues beyond
 * `MAX_CUES`. Never throws. Time grows with the text, but for the sorting.
 */
export function parseLrc(text: string): ParsedCues {
  const parsed = noCues()
  const entries: Entry[] = []
  let offsetMs = 0
  const drop = () => dropCue(parsed, entries.at(-1)?.startMs)
  for (const raw of (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|[\n\r]/)) {
    const line = raw.trim()
    const before = entries.at(-1)?.line
    if (!line.startsWith('[')) {
      if (line !== '' && before && !continueLine(before, line)) drop()
      continue
    }
    const read = parseLrcLine(line)
    const offset = read ? undefined : OFFSET.exec(line)?.[1]
    if (offset !== undefined) offsetMs = Number(offset)
    else if (!read) {
      if (BROKEN_STAMP.test(line)) drop()
    } else {
      const added = toEntries(read)
      entries.push(...added)
      for (let count = added.length; count < read.startsMs.length; count++) drop()
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
  for (const cue of cues) addCue(parsed, cue)
  return parsed
}

// The first of three numbers is hours if a full stop follows them; otherwise the last one is the fraction.
const TIME = String.raw`(?:(\d{1,4}):(?=\d{1,2}:\d{1,2}\.))?(\d{1,6}):(\d{1,2})(?:[.:](\d{1,3}))?`
const STAMP = new RegExp(String.raw`\[${TIME}\]`, 'y')
const WORD_STAMP = new RegExp(`<${TIME}>`, 'g')

/** A line of lyrics: each of its times, its text, its words with times for the first of these, and the end of the last word. */
type LrcLine = { startsMs: number[]; text: string; words: Word[]; endMs: number | null }

function toMs([, hours = '0', minutes, seconds, fraction = '']: readonly (string | undefined)[]): number {
  return (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
}

function parseWords(rest: string, startMs: number): Pick<LrcLine, 'text' | 'words' | 'endMs'> {
  const stamps = [...rest.matchAll(WORD_STAMP)]
  const runs = [{ startMs, text: rest.slice(0, stamps[0]?.index ?? rest.length) }]
  for (const [index, stamp] of stamps.entries()) {
    const text = rest.slice(stamp.index + stamp[0].length, stamps[index + 1]?.index ?? rest.length)
    runs.push({ startMs: toMs(stamp), text })
  }
  const text = runs
    .map((run) => run.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  if (stamps.length === 0) return { text, words: [], endMs: null }
  const words = runs.flatMap((run, index) => {
    const word = run.text.trim()
    return word === '' ? [] : [{ startMs: run.startMs, endMs: runs[index + 1]?.startMs ?? run.startMs, text: word }]
  })
  const last = runs.at(-1)
  // A stamp after the last word is its end.
  return { text, words, endMs: last && last.text.trim() === '' ? last.startMs : null }
}

/** Parses one line of an LRC file; null when it doesn't begin with a time. */
function parseLrcLine(line: string): LrcLine | null {
  const startsMs: number[] = []
  let position = 0
  for (;;) {
    STAMP.lastIndex = position
    const stamp = STAMP.exec(line)
    if (!stamp) break
    startsMs.push(toMs(stamp))
    position = STAMP.lastIndex
    while (line[position] === ' ') position += 1
  }
  const [first] = startsMs
  return first === undefined ? null : { startsMs, ...parseWords(line.slice(position), first) }
}

const FILE_TAG = /^\[(?:ti|ar|al|au|by|re|ve|length|offset|la|lang|id|#):/i
const FIRST_STAMP = /^\[(?:\d{1,4}:)?\d{1,6}:\d{2}[.:]\d{2,3}\]/
/** A line of the first minute without a fraction. A line of a chat begins with a name. */
const FIRST_LYRICS = /^\[0{1,3}:[0-5]\d\](?!\s{0,4}[^\s:]{1,40}(?: [^\s:]{1,40})?:\s)/

/** Lyrics. */
export const lrc = {
  id: 'lrc',
  label: 'LRC',
  origin: 'music players, with or without times of words',
  endings: ['lrc'],
  mediaTypes: ['application/x-lrc', 'text/lrc'],
  lineDetector: () => {
    let hasFileTag = false
    return ({ line, isHead }) => {
      if (!isHead) return false
      if (FILE_TAG.test(line)) {
        hasFileTag = true
        return false
      }
      return FIRST_STAMP.test(line) || FIRST_LYRICS.test(line) || (hasFileTag && parseLrcLine(line) !== null)
    }
  },
  parse: parseLrc,
} as const satisfies ReadFormat
