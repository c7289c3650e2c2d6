import { MAX_CUES, MAX_WORDS } from '../caption-limits'
import type { Cue, ParsedCues, Word } from '../cue'
import type { Steps } from '../parsing/steps'
import { textJoiner } from '../text/text-joiner'

/** A part of an event's text; `offsetMs` counts from the event's start, null where the source has none. */
export type TimedtextSpan = { text: string; offsetMs: number | null }

/** An event of a YouTube caption track, whichever format it is written in. `durationMs` is 0 where it isn't given. */
export type TimedtextEvent = {
  startMs: number
  durationMs: number
  appends: boolean
  /** Whether it has the confidence of a speech recogniser. */
  byMachine: boolean
  window: number | null
  spans: TimedtextSpan[]
}

/** A cue under construction: its text so far, and words whose ends are known only with the next cue. */
type TimedtextRow = {
  startMs: number
  durationMs: number
  text: string
  /** Null for a single word, the whole text from the start: a list for each cue would be most of the garbage. */
  words: TimedtextWord[] | null
}

type TimedtextWord = { startMs: number; text: string }

type OpenRow = {
  row: TimedtextRow
  window: number | null
  /** What was appended last: looking at the end of the whole text each time would take quadratic time. */
  lastText: string
}

/** The part of a track that has been parsed, and the signs of automatic captions. */
export type TimedtextTrack = {
  rows: TimedtextRow[]
  /** The last row, which the next event may continue. */
  open: OpenRow | null
  dropped: number
  words: number
  byMachine: boolean
  hasWordTimes: boolean
  onlyPlaceholders: boolean
}

// Live captions append lines or words for hours: what is appended later begins a new cue.
const GRACE_MS = 2000
const LONGEST_LINES_MS = 10_000
const LONGEST_CUE_MS = 30_000
const PLACEHOLDER_MS = 3000
const VISIBLE = /[^\s\u200b\ufeff]/
const ENDS_IN_SPACE = /\s$/
const BEGINS_WITH_SPACE_OR_STOP = /^[\s,.;:!?…%)\]}’”»、。，！？」』]/u

/** An empty track. */
export function newTimedtextTrack(): TimedtextTrack {
  return {
    rows: [],
    open: null,
    dropped: 0,
    words: 0,
    byMachine: false,
    hasWordTimes: false,
    onlyPlaceholders: true,
  }
}

const wordsOf = (row: TimedtextRow): TimedtextWord[] => row.words ?? [{ startMs: row.startMs, text: row.text.trim() }]

/** Whether an event with text is one word that begins with it. */
function isOneWord(track: TimedtextTrack, { spans }: TimedtextEvent): boolean {
  return spans.length === 1 && !spans[0]?.offsetMs && track.words < MAX_WORDS
}

/** The words of an event, with their times. */
function toWords(track: TimedtextTrack, event: TimedtextEvent): TimedtextWord[] {
  const words: TimedtextWord[] = []
  let previous = event.startMs
  for (const { text, offsetMs } of event.spans) {
    const word = text.trim()
    if (!VISIBLE.test(word) || track.words === MAX_WORDS) continue
    if (offsetMs !== null && offsetMs > 0) track.hasWordTimes = true
    previous = offsetMs === null ? previous : Math.max(previous, event.startMs + offsetMs)
    words.push({ startMs: previous, text: word })
    track.words += 1
  }
  // A copy has no spare capacity, unlike an array that was pushed to, and there is one for each cue.
  return words.slice()
}

/** Appends to the open cue, with a space if neither side has one and no closing sign follows. */
function continueRow(track: TimedtextTrack, open: OpenRow, event: TimedtextEvent, text: string): void {
  const { row, lastText } = open
  row.words = wordsOf(row)
  const touches = ENDS_IN_SPACE.test(lastText) || BEGINS_WITH_SPACE_OR_STOP.test(text)
  row.text += (touches ? '' : textJoiner(lastText, text)) + text
  open.lastText = text
  const endMs = Math.max(row.startMs + row.durationMs, event.startMs + event.durationMs)
  row.durationMs = endMs - row.startMs
  for (const word of toWords(track, event)) row.words.push(word)
}

/** Whether an event continues the open cue: it is still shown, in the same window, and not too long. */
function appendsTo(open: OpenRow | null, event: TimedtextEvent, text: string): open is OpenRow {
  if (open === null || !event.appends || event.window !== open.window) return false
  const { row } = open
  if (event.startMs < row.startMs) return false
  if (row.durationMs > 0 && event.startMs > row.startMs + row.durationMs + GRACE_MS) return false
  const length = event.startMs - row.startMs
  return length <= (text.startsWith('\n') ? LONGEST_LINES_MS : LONGEST_CUE_MS)
}

/**
 * Adds the next event of a track. An event that appends continues the cue in its window. One that appends only a line
 * break, as automatic captions have, is skipped: the next event begins a line anyway.
 */
export function addTimedtextEvent(track: TimedtextTrack, event: TimedtextEvent): void {
  let text = ''
  for (const span of event.spans) text += span.text
  if (!VISIBLE.test(text)) {
    if (event.appends && text.includes('\n')) track.byMachine = true
    return
  }
  track.byMachine ||= event.byMachine
  if (event.durationMs !== PLACEHOLDER_MS) track.onlyPlaceholders = false
  if (appendsTo(track.open, event, text)) {
    continueRow(track, track.open, event, text)
    return
  }
  if (track.rows.length === MAX_CUES) {
    track.open = null
    track.dropped += 1
    return
  }
  const { startMs, durationMs, window } = event
  const hasOneWord = isOneWord(track, event)
  const words = hasOneWord ? null : toWords(track, event)
  if (hasOneWord) track.words += 1
  const row: TimedtextRow = { startMs, durationMs, text, words }
  track.rows.push(row)
  track.open = { row, window, lastText: text }
}

const ROWS_A_STEP = 1000
const SHORTEST_WORD_MS = 400
const LONGEST_WORD_MS = 2500
const SLOWEST_MS_PER_CHARACTER = 150
const FEWEST_PLACEHOLDERS = 3

/** What the durations of a track mean. */
type Kind = 'durations' | 'words' | 'sentences'

/**
 * Durations of human captions are real. Those of automatic captions overlap by design: two lines are shown at a time,
 * or a whole sentence has a placeholder of three seconds.
 */
function kindOf(track: TimedtextTrack): Kind {
  const placeholders = track.onlyPlaceholders && track.rows.length >= FEWEST_PLACEHOLDERS
  if (!track.byMachine && !placeholders) return 'durations'
  return track.hasWordTimes ? 'words' : 'sentences'
}

function endOf(row: TimedtextRow, text: string, kind: Kind, nextStartMs: number): number {
  const { startMs, durationMs, words } = row
  if (kind === 'durations') return startMs + durationMs
  if (kind === 'sentences') {
    const longest = Math.max(durationMs, LONGEST_WORD_MS + text.length * SLOWEST_MS_PER_CHARACTER)
    return Math.min(nextStartMs, startMs + longest)
  }
  const lastWordMs = words?.at(-1)?.startMs ?? startMs
  const shown = durationMs > 0 ? startMs + durationMs : Number.POSITIVE_INFINITY
  return Math.min(nextStartMs, lastWordMs + LONGEST_WORD_MS, Math.max(shown, lastWordMs + SHORTEST_WORD_MS))
}

function timedWords(row: TimedtextRow, endMs: number): Word[] {
  const last = Math.max(row.startMs, endMs)
  return wordsOf(row).map((word, index, words) => {
    const startMs = Math.min(word.startMs, last)
    const next = words[index + 1]?.startMs ?? last
    return { startMs, endMs: Math.max(startMs, Math.min(next, last)), text: word.text }
  })
}

/** The start of the next row that begins later than this one. */
function nextStart(rows: readonly TimedtextRow[], index: number): number {
  const next = rows[index + 1]?.startMs
  return next !== undefined && next > (rows[index]?.startMs ?? 0) ? next : Number.POSITIVE_INFINITY
}

function toCue(row: TimedtextRow, kind: Kind, hasWords: boolean, nextStartMs: number): Cue {
  const text = row.text.trim()
  const endMs = endOf(row, text, kind, nextStartMs)
  const cue: Cue = { startMs: row.startMs, endMs, text }
  if (hasWords && row.words?.length !== 0) cue.words = timedWords(row, endMs)
  return cue
}

/**
 * Turns a parsed track into cues. A cue of automatic captions ends where the next begins, and at most 2.5 s after its
 * last word; any other has its own end. Cues have words if the track has times for any.
 */
export function* finishTimedtext(track: TimedtextTrack): Steps<ParsedCues> {
  const kind = kindOf(track)
  const cues: Cue[] = []
  for (let from = 0; from < track.rows.length; from += ROWS_A_STEP) {
    for (const row of track.rows.slice(from, from + ROWS_A_STEP)) {
      cues.push(toCue(row, kind, track.hasWordTimes, nextStart(track.rows, cues.length)))
    }
    yield
  }
  return { cues, dropped: track.dropped }
}
