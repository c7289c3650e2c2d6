import type { Cue, ParsedCues, Word } from '@/lib/captions/cue'
import type { Steps } from '@/lib/captions/run-steps'
import type { TimedtextRow, TimedtextTrack } from '@/lib/captions/timedtext-track'

const ROWS_A_STEP = 1000
const SHORTEST_WORD_MS = 400
const LONGEST_WORD_MS = 2500
const SLOWEST_MS_PER_CHARACTER = 150
const FEWEST_PLACEHOLDERS = 3

/** How a track's durations are to be understood. */
type Kind = 'durations' | 'words' | 'sentences'

/**
 * A person's captions have durations that are meant. A machine's overlap by design: two lines are shown at a time, or a
 * whole sentence has a placeholder of three seconds.
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
  const lastWordMs = words.at(-1)?.startMs ?? startMs
  const shown = durationMs > 0 ? startMs + durationMs : Number.POSITIVE_INFINITY
  return Math.min(nextStartMs, lastWordMs + LONGEST_WORD_MS, Math.max(shown, lastWordMs + SHORTEST_WORD_MS))
}

function timedWords(row: TimedtextRow, endMs: number): Word[] {
  const last = Math.max(row.startMs, endMs)
  return row.words.map((word, index) => {
    const startMs = Math.min(word.startMs, last)
    const next = row.words[index + 1]?.startMs ?? last
    return { startMs, endMs: Math.max(startMs, Math.min(next, last)), text: word.text }
  })
}

/** Where the next row begins that begins later than this one does. */
function nextStart(rows: readonly TimedtextRow[], index: number): number {
  const next = rows[index + 1]?.startMs
  return next !== undefined && next > (rows[index]?.startMs ?? 0) ? next : Number.POSITIVE_INFINITY
}

function toCue(row: TimedtextRow, kind: Kind, hasWords: boolean, nextStartMs: number): Cue {
  const text = row.text.trim()
  const endMs = endOf(row, text, kind, nextStartMs)
  const cue = { startMs: row.startMs, endMs, text }
  return hasWords && row.words.length > 0 ? { ...cue, words: timedWords(row, endMs) } : cue
}

/**
 * Turns a track that has been read into cues. In a machine's track a cue ends where the next begins, and at most 2.5 s
 * after its last word; in any other, where it says. Words are there when the track has times for any.
 */
export function* finishTimedtext(track: TimedtextTrack): Steps<ParsedCues> {
  const kind = kindOf(track)
  const cues: Cue[] = []
  for (const [index, row] of track.rows.entries()) {
    cues.push(toCue(row, kind, track.hasWordTimes, nextStart(track.rows, index)))
    if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield
  }
  return { cues, dropped: track.dropped }
}
