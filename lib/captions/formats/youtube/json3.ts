import { parseMilliseconds } from '../../clock'
import type { ParsedCues } from '../../cue'
import { dropCue } from '../../parsing/collect-cues'
import { type ScannedElement, scanArrayElements } from '../../parsing/json-array'
import { runInSlices, runSteps, type Steps, textChunks } from '../../parsing/steps'
import type { Fields, ReadFormat } from '../format'
import {
  addTimedtextEvent,
  finishTimedtext,
  newTimedtextTrack,
  type TimedtextEvent,
  type TimedtextSpan,
  type TimedtextTrack,
} from './youtube-track'

/**
 * Parses YouTube's json3: its events with text in the order of the file, with words if it has their times. Lines of automatic
 * captions, whose durations overlap, end where the next begins; an event that appends continues the cue before it. `dropped`
 * counts events with unreadable times, an event that a broken end leaves open, and cues beyond `MAX_CUES`. Never throws; a text
 * that isn't json3 has no cues. Linear time. For large documents there is `parseJson3Async`.
 */
export function parseJson3(text: string): ParsedCues {
  return runSteps(json3Steps(textChunks(text)))
}

/**
 * Parses json3 as `parseJson3` does, without blocking the event loop for more than some milliseconds, however large the document
 * is. Takes its text in chunks of about 64 KB, which a generator may produce on demand.
 */
export async function parseJson3Async(chunks: Iterable<string>): Promise<ParsedCues> {
  return runInSlices(json3Steps(chunks))
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function toSpan(seg: unknown): TimedtextSpan | null {
  if (!isFields(seg) || typeof seg.utf8 !== 'string') return null
  return { text: seg.utf8, offsetMs: parseMilliseconds(seg.tOffsetMs, 1) }
}

/** The event of a JSON value: null for one without text, undefined for one that is unreadable. */
function toEvent(value: unknown): TimedtextEvent | null | undefined {
  if (!isFields(value)) return undefined
  if (!Array.isArray(value.segs)) return null
  const segs: unknown[] = value.segs
  const startMs = parseMilliseconds(value.tStartMs, 1)
  if (startMs === null) return undefined
  return {
    startMs,
    durationMs: parseMilliseconds(value.dDurationMs, 1) ?? 0,
    appends: value.aAppend === 1 || value.aAppend === true,
    byMachine: segs.some((seg) => isFields(seg) && 'acAsrConf' in seg),
    window: parseMilliseconds(value.wWinId, 1),
    spans: segs.flatMap((seg) => toSpan(seg) ?? []),
  }
}

function addEvents(track: TimedtextTrack, elements: readonly ScannedElement[]): void {
  for (const element of elements) {
    const event = element === 'broken' ? undefined : toEvent(element.value)
    if (event) addTimedtextEvent(track, event)
    else if (event === undefined) dropCue(track)
  }
}

/** Parses json3 in small steps from its text in chunks. */
function* json3Steps(chunks: Iterable<string>): Steps<ParsedCues> {
  const track = newTimedtextTrack()
  for (const elements of scanArrayElements(chunks, 'events')) {
    addEvents(track, elements)
    yield
  }
  return yield* finishTimedtext(track)
}

// YouTube writes it first; the events may follow much later.
const SIGNATURE = /^\s{0,64}\{\s{0,64}"wireMagic"\s{0,64}:\s{0,64}"pb3"/
/** A track without text. */
const EMPTY = /^\s{0,64}\{\s{0,64}"events"\s{0,64}:\s{0,64}\[\s{0,64}\]\s{0,64}\}/
const isEvent = (event: Fields) => 'tStartMs' in event && ('segs' in event || 'dDurationMs' in event)

/** YouTube's own format of today. */
export const json3 = {
  id: 'json3',
  label: 'YouTube JSON',
  origin: 'YouTube (json3)',
  endings: ['json3', 'json'],
  mediaTypes: ['application/json'],
  detect: ({ text, first, elements }) =>
    first === '{' && (SIGNATURE.test(text) || EMPTY.test(text) || elements('events').some(isEvent)),
  parse: parseJson3,
  parseChunks: parseJson3Async,
} as const satisfies ReadFormat
