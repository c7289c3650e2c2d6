import { MAX_CUES, MAX_WORDS } from '@/lib/captions/caption-bounds'
import { textJoiner } from '@/lib/captions/text-joiner'

/** A chunk of an event's text; `offsetMs` from the event's start, null where the source gives none. */
export type TimedtextSpan = { text: string; offsetMs: number | null }

/** An event of a YouTube caption track, whichever format it is written in. `durationMs` is 0 where it isn't given. */
export type TimedtextEvent = {
  startMs: number
  durationMs: number
  appends: boolean
  /** Whether it says how sure a machine was of it. */
  byMachine: boolean
  window: number | null
  spans: TimedtextSpan[]
}

/** A cue to be: its text so far, and the words whose ends aren't known before the next cue. */
export type TimedtextRow = {
  startMs: number
  durationMs: number
  window: number | null
  text: string
  /** What was appended last: to look at the end of the whole, again and again, would take time with its square. */
  lastText: string
  words: { startMs: number; text: string }[]
}

/** What has been read of a track, and the signs that tell a machine's track from a person's. */
export type TimedtextTrack = {
  rows: TimedtextRow[]
  open: TimedtextRow | null
  dropped: number
  words: number
  byMachine: boolean
  hasWordTimes: boolean
  onlyPlaceholders: boolean
}

// Live captions append line after line, or word after word, for hours: what is appended later begins a cue of its own.
const GRACE_MS = 2000
const LONGEST_LINES_MS = 10_000
const LONGEST_CUE_MS = 30_000
const PLACEHOLDER_MS = 3000
const VISIBLE = /[^\s\u200b\ufeff]/
const ENDS_IN_SPACE = /\s$/
const BEGINS_WITH_SPACE_OR_STOP = /^[\s,.;:!?…%)\]}’”»、。，！？」』]/u

/** A track that nothing has been read of yet. */
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

function addWords(track: TimedtextTrack, row: TimedtextRow, event: TimedtextEvent): void {
  const words: TimedtextRow['words'] = []
  let previous = event.startMs
  for (const { text, offsetMs } of event.spans) {
    const word = text.trim()
    if (!VISIBLE.test(word) || track.words === MAX_WORDS) continue
    if (offsetMs !== null && offsetMs > 0) track.hasWordTimes = true
    previous = offsetMs === null ? previous : Math.max(previous, event.startMs + offsetMs)
    words.push({ startMs: previous, text: word })
    track.words += 1
  }
  // A copy has room for no more than it holds: a list that is pushed to has a lot, and there is one for each cue.
  if (row.words.length === 0) row.words = words.slice()
  else for (const word of words) row.words.push(word)
}

/** Goes on with the open cue's text, with a space where neither side has one and no closing sign follows. */
function continueRow(track: TimedtextTrack, row: TimedtextRow, event: TimedtextEvent, text: string): void {
  const touches = ENDS_IN_SPACE.test(row.lastText) || BEGINS_WITH_SPACE_OR_STOP.test(text)
  row.text += (touches ? '' : textJoiner(row.lastText, text)) + text
  row.lastText = text
  const endMs = Math.max(row.startMs + row.durationMs, event.startMs + event.durationMs)
  row.durationMs = endMs - row.startMs
  addWords(track, row, event)
}

/** Whether an event goes on with the open cue: one that is still shown, in the same window, and not too long already. */
function appendsTo(row: TimedtextRow | null, event: TimedtextEvent, text: string): row is TimedtextRow {
  if (row === null || !event.appends || event.window !== row.window || event.startMs < row.startMs) return false
  if (row.durationMs > 0 && event.startMs > row.startMs + row.durationMs + GRACE_MS) return false
  const length = event.startMs - row.startMs
  return length <= (text.startsWith('\n') ? LONGEST_LINES_MS : LONGEST_CUE_MS)
}

/**
 * Adds a track's next event. An event that appends goes on with the cue in its window; one that appends no more than a
 * line break, as machines' tracks have, breaks a line that the next event begins anyhow.
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
  const row: TimedtextRow = { startMs, durationMs, window, text, lastText: text, words: [] }
  addWords(track, row, event)
  track.rows.push(row)
  track.open = row
}
