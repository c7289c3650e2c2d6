import { MAX_WORDS } from '../../caption-limits'
import type { Cue, ParsedCues, Word } from '../../cue'
import { addCue, noCues } from '../../parsing/collect-cues'
import type { Steps } from '../../parsing/steps'
import { textJoiner } from '../../text/text-joiner'

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

/** A word, whose end is known only with the next cue. */
type TimedtextWord = { startMs: number; text: string }

/** The last cue, which the next event may continue. */
type OpenCue = {
  cue: Cue
  window: number | null
  /** The text appended last: reading the end of the whole text each time would take quadratic time. */
  lastText: string
}

/**
 * The part of a track that has been parsed, and the signs of automatic captions. The ends of its cues are those of the events, and
 * their texts are not trimmed, until the track is finished.
 */
export type TimedtextTrack = ParsedCues & {
  /** The words of each cue. Null for a single word, the whole text from the start: a list for each would be most of the garbage. */
  wordsOfCues: (TimedtextWord[] | null)[]
  open: OpenCue | null
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
const isVisibleAscii = (code: number) => code > 0x20 && code < 0x7f
const ENDS_IN_SPACE = /\s$/
const BEGINS_WITH_SPACE_OR_STOP = /^[\s,.;:!?…%)\]}’”»、。，！？」』]/u

const BREAK_TAG = /<br[ \t]{0,8}\/?>/gi
const TAG = /<\/?(?:b|i|u|s|em|strong|font|span)\b[^<>]{0,300}>/gi

/** A text without the tags that players of YouTube's captions know. Text that only looks like markup (`3 < 5`, `I <3 you`) stays. */
export function withoutYouTubeTags(text: string): string {
  return text.replace(BREAK_TAG, '\n').replace(TAG, '')
}

export function newTimedtextTrack(): TimedtextTrack {
  return {
    ...noCues(),
    wordsOfCues: [],
    open: null,
    words: 0,
    byMachine: false,
    hasWordTimes: false,
    onlyPlaceholders: true,
  }
}

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
function continueCue(track: TimedtextTrack, open: OpenCue, event: TimedtextEvent, text: string): void {
  const { cue, lastText } = open
  const words = track.wordsOfCues.pop() ?? [{ startMs: cue.startMs, text: cue.text.trim() }]
  for (const word of toWords(track, event)) words.push(word)
  track.wordsOfCues.push(words)
  const touches = ENDS_IN_SPACE.test(lastText) || BEGINS_WITH_SPACE_OR_STOP.test(text)
  cue.text += (touches ? '' : textJoiner(lastText, text)) + text
  cue.endMs = Math.max(cue.endMs, event.startMs + event.durationMs)
  open.lastText = text
}

/** Whether an event continues the open cue: it is still shown, in the same window, and not too long. */
function appendsTo(open: OpenCue | null, event: TimedtextEvent, text: string): open is OpenCue {
  if (open === null || !event.appends || event.window !== open.window) return false
  const { startMs, endMs } = open.cue
  if (event.startMs < startMs) return false
  if (endMs > startMs && event.startMs > endMs + GRACE_MS) return false
  const length = event.startMs - startMs
  return length <= (text.startsWith('\n') ? LONGEST_LINES_MS : LONGEST_CUE_MS)
}

/**
 * Adds the next event of a track. An event that appends continues the cue in its window. One that appends only a line
 * break, as automatic captions have, is skipped: the next event begins a line anyway.
 */
export function addTimedtextEvent(track: TimedtextTrack, event: TimedtextEvent): void {
  let text = ''
  for (const span of event.spans) {
    if (span.text.includes('<')) span.text = withoutYouTubeTags(span.text)
    text += span.text
  }
  if (!isVisibleAscii(text.charCodeAt(0)) && !VISIBLE.test(text)) {
    if (event.appends && text.includes('\n')) track.byMachine = true
    return
  }
  track.byMachine ||= event.byMachine
  if (event.durationMs !== PLACEHOLDER_MS) track.onlyPlaceholders = false
  if (appendsTo(track.open, event, text)) {
    continueCue(track, track.open, event, text)
    return
  }
  const { startMs, durationMs, window } = event
  const cue: Cue = { startMs, endMs: startMs + durationMs, text }
  if (!addCue(track, cue)) {
    track.open = null
    return
  }
  const hasOneWord = isOneWord(track, event)
  const words = hasOneWord ? null : toWords(track, event)
  if (hasOneWord) track.words += 1
  track.wordsOfCues.push(words)
  track.open = { cue, window, lastText: text }
}

const CUES_A_STEP = 1000
const SHORTEST_WORD_MS = 400
const LONGEST_WORD_MS = 2500
const SLOWEST_MS_PER_CHARACTER = 150
const FEWEST_PLACEHOLDERS = 3

type Kind = 'durations' | 'words' | 'sentences'

/**
 * Durations of human captions are real. Those of automatic captions overlap by design: two lines are shown at a time,
 * or a whole sentence has a placeholder of three seconds.
 */
function kindOf(track: TimedtextTrack): Kind {
  const placeholders = track.onlyPlaceholders && track.cues.length >= FEWEST_PLACEHOLDERS
  if (!track.byMachine && !placeholders) return 'durations'
  return track.hasWordTimes ? 'words' : 'sentences'
}

function endOf(cue: Cue, words: TimedtextWord[] | null, kind: 'words' | 'sentences', nextStartMs: number): number {
  const { startMs, endMs, text } = cue
  if (kind === 'sentences') {
    const longest = Math.max(endMs - startMs, LONGEST_WORD_MS + text.length * SLOWEST_MS_PER_CHARACTER)
    return Math.min(nextStartMs, startMs + longest)
  }
  const lastWordMs = words?.at(-1)?.startMs ?? startMs
  const shown = endMs > startMs ? endMs : Number.POSITIVE_INFINITY
  return Math.min(nextStartMs, lastWordMs + LONGEST_WORD_MS, Math.max(shown, lastWordMs + SHORTEST_WORD_MS))
}

function timedWords({ startMs, endMs, text }: Cue, words: TimedtextWord[] | null): Word[] {
  const last = Math.max(startMs, endMs)
  return (words ?? [{ startMs, text }]).map((word, index, all) => {
    const from = Math.min(word.startMs, last)
    const next = all[index + 1]?.startMs ?? last
    return { startMs: from, endMs: Math.max(from, Math.min(next, last)), text: word.text }
  })
}

/** The start of the next cue that begins later than this one. */
function nextStart(cues: readonly Cue[], index: number): number {
  const next = cues[index + 1]?.startMs
  return next !== undefined && next > (cues[index]?.startMs ?? 0) ? next : Number.POSITIVE_INFINITY
}

function finishCue({ cues, wordsOfCues, hasWordTimes }: TimedtextTrack, index: number, kind: Kind): void {
  const cue = cues[index]
  if (!cue) return
  const words = wordsOfCues[index] ?? null
  cue.text = cue.text.trim()
  if (kind !== 'durations') cue.endMs = endOf(cue, words, kind, nextStart(cues, index))
  if (hasWordTimes && words?.length !== 0) cue.words = timedWords(cue, words)
}

/**
 * Turns a parsed track into cues. A cue of automatic captions ends where the next begins, and at most 2.5 s after its
 * last word; any other has its own end. Cues have words if the track has times for any.
 */
export function* finishTimedtext(track: TimedtextTrack): Steps<ParsedCues> {
  const kind = kindOf(track)
  const { cues, dropped, droppedAfterMs } = track
  for (let index = 0; index < cues.length; index++) {
    finishCue(track, index, kind)
    if (index % CUES_A_STEP === CUES_A_STEP - 1) yield
  }
  return { cues, dropped, droppedAfterMs }
}
