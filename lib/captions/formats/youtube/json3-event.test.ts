import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson3 } from './json3'
import { type FoundEvent, json3Events } from './json3-event'

const document = (events: string) => `{"wireMagic": "pb3", "events": [${events}]}`
/** An unknown member, by which an event is left to `JSON.parse`. */
const UNKNOWN = '"unknown": 1'

const whole = fc.oneof(fc.nat(9000).map(String), fc.constantFrom('0', '999999999999999', '1000000000000000'))
const odd = fc.constantFrom('-1', '1.5', '2e3', '007', '"12"', 'null', 'true', '', '[]')
const number = fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: odd })
const string = fc
  .array(
    fc.constantFrom('so', ' ', 'été', '字', '👩‍👩‍👧', '\n', '"', '\\', '\\n', '\u0001', '\ud800', '&', '', '{', ']'),
  )
  .map((parts) => JSON.stringify(parts.join('')))
const text = fc.oneof(
  { weight: 12, arbitrary: string },
  { weight: 1, arbitrary: fc.constantFrom('"a\nb"', '"\\x"', '"a', '1') },
)

/** The members of an object, in any order and with any white space. */
function object(members: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> {
  const space = fc.constantFrom('', '', ' ', '\n\t', '\r')
  return fc
    .tuple(fc.subarray(Object.keys(members), { minLength: 1 }), fc.boolean(), space, fc.record(members), fc.nat(40))
    .map(([kept, isReversed, gap, values, repeated]) => {
      const keys = isReversed ? kept.toReversed() : kept
      const all = repeated === 0 ? [...keys, ...keys.slice(0, 1)] : keys
      return `{${gap}${all.map((key) => `"${key}"${gap}:${gap}${values[key]}${gap}`).join(',')}}`
    })
}

const span = object({ utf8: text, tOffsetMs: number, acAsrConf: number })
const spans = fc.array(span, { maxLength: 3 }).map((all) => `[${all.join(', ')}]`)
const event = object({
  tStartMs: number,
  dDurationMs: number,
  segs: spans,
  aAppend: number,
  wWinId: number,
  id: number,
})

function readEvent(chunk: string, start: number): FoundEvent | null {
  json3Events.startChunk(chunk)
  const found = json3Events.read(start)
  json3Events.endChunk()
  return found
}

describe('json3Events', () => {
  test('reads an event as JSON.parse does, or leaves it alone', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), (events) => {
        const parsed = events.map((each) => each.replace(/\}$/, `, ${UNKNOWN}}`))
        expect(parseJson3(document(events.join(',')))).toEqual(parseJson3(document(parsed.join(','))))
      }),
      { numRuns: 3000 },
    )
  })

  test('reads what nearly all events are, up to their closing brace', () => {
    const json =
      '{ "tStartMs": 1200, "dDurationMs": 900, "wWinId": 1, "segs": [ { "utf8": "so\\nit is", "acAsrConf": 0 } ] }'
    const spansRead = [{ text: 'so\nit is', offsetMs: null }]
    const read = { startMs: 1200, durationMs: 900, appends: false, byMachine: true, window: 1, spans: spansRead }
    expect(readEvent(`[${json},`, 1)).toEqual({ event: read, end: json.length })
  })

  test.each([
    ['is cut off behind an escape', '{"tStartMs": 1200, "segs": [{"utf8": "so\\t'],
    ['is cut off in an escape', '{"tStartMs": 1200, "segs": [{"utf8": "so\\\\t\\'],
    ['is cut off', '{"tStartMs": 1200, "segs": [{"utf8": "so'],
    ['has a member that is not known', `{"tStartMs": 1, "segs": [{"utf8": "so"}], ${UNKNOWN}}`],
    ['has no start', '{"segs": [{"utf8": "so"}]}'],
    ['has no text', '{"tStartMs": 1}'],
    ['has a time with a fraction', '{"tStartMs": 1.5, "segs": [{"utf8": "so"}]}'],
    ['has a line feed in a string', '{"tStartMs": 1, "segs": [{"utf8": "so\nso"}]}'],
    ['has two lists of text', '{"tStartMs": 1, "segs": [{"utf8": "a"}], "segs": [{"utf8": "b"}]}'],
  ])('leaves an event alone that %s', (_, json) => {
    expect(readEvent(json, 0)).toBeNull()
  })
})
