import type { ElementReader } from '../../parsing/json-array'
import {
  endChunk,
  forgetTexts,
  hasAnother,
  type Json3Reader,
  newJson3Reader,
  readInteger,
  readKey,
  readText,
  startChunk,
  take,
} from './json3-reader'
import type { TimedtextEvent, TimedtextSpan } from './youtube-track'

/** An event in a chunk, and the index of its closing brace. */
export type FoundEvent = { event: TimedtextEvent; end: number }

const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
// The members that are read here; an event with any other one is left to JSON.parse.
const EVENT_KEYS = ['tStartMs', 'dDurationMs', 'segs', 'wWinId', 'aAppend', 'id', 'wpWinPosId', 'wsWinStyleId'] as const
const SPAN_KEYS = ['utf8', 'tOffsetMs', 'acAsrConf'] as const

function readSpan(reader: Json3Reader, event: TimedtextEvent): TimedtextSpan {
  const span: TimedtextSpan = { text: '', offsetMs: null }
  let texts = 0
  take(reader, OPEN_BRACE)
  do {
    const key = readKey(reader, SPAN_KEYS)
    if (key === 'utf8') {
      readText(reader, span)
      texts += 1
    } else if (key === 'tOffsetMs') span.offsetMs = readInteger(reader)
    else if (key === 'acAsrConf') {
      readInteger(reader)
      event.byMachine = true
    }
  } while (hasAnother(reader))
  take(reader, CLOSE_BRACE)
  // Of members with one name, only the last counts.
  if (texts !== 1) reader.failed = true
  return span
}

function readSpans(reader: Json3Reader, event: TimedtextEvent): void {
  if (event.spans.length > 0) reader.failed = true
  take(reader, OPEN_BRACKET)
  // A list that is written down has no spare capacity, unlike one that is pushed to, and most events have one span.
  event.spans = [readSpan(reader, event)]
  while (hasAnother(reader)) event.spans.push(readSpan(reader, event))
  take(reader, CLOSE_BRACKET)
}

function readEvent(reader: Json3Reader): TimedtextEvent {
  const event: TimedtextEvent = {
    startMs: -1,
    durationMs: 0,
    appends: false,
    byMachine: false,
    window: null,
    spans: [],
  }
  take(reader, OPEN_BRACE)
  do {
    const key = readKey(reader, EVENT_KEYS)
    if (key === 'tStartMs') event.startMs = readInteger(reader)
    else if (key === 'dDurationMs') event.durationMs = readInteger(reader)
    else if (key === 'segs') readSpans(reader, event)
    else if (key === 'wWinId') event.window = readInteger(reader)
    else if (key === 'aAppend') event.appends = readInteger(reader) === 1
    else readInteger(reader)
  } while (hasAnother(reader))
  take(reader, CLOSE_BRACE)
  if (event.startMs < 0 || event.spans.length === 0) reader.failed = true
  return event
}

// One for all documents, since a chunk is read without interruption. V8 would drop the functions compiled for a reader whenever there
// is none.
const reader = newJson3Reader()

function read(start: number): FoundEvent | null {
  const count = reader.spans.length
  const { length } = reader.texts
  reader.position = start
  reader.failed = false
  const event = readEvent(reader)
  if (!reader.failed) return { event, end: reader.position - 1 }
  forgetTexts(reader, count, length)
  return null
}

/**
 * Reads the events that are in the form that nearly all have: members that are known, whole numbers without a sign. Any other is
 * left to `JSON.parse`, which takes twice as long and leaves twice the garbage. Linear time.
 */
export const json3Events: ElementReader<FoundEvent> = {
  startChunk: (chunk) => startChunk(reader, chunk),
  read,
  endChunk: () => endChunk(reader),
}
