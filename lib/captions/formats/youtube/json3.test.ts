import { describe, expect, test } from 'vitest'
import { MAX_CUES } from '../../caption-limits'
import type { ParsedCues } from '../../cue'
import { textChunks } from '../../parsing/steps'
import { parseJson3, parseJson3Async } from './json3'

const json3 = (...events: unknown[]) => JSON.stringify({ wireMagic: 'pb3', pens: [{}], events })
const event = (tStartMs: unknown, dDurationMs: unknown, ...segs: unknown[]) => ({ tStartMs, dDurationMs, segs })
const line = (tStartMs: number) => ({ tStartMs, dDurationMs: 10, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] })
const times = (text: string) => parseJson3(text).cues.map(({ startMs, endMs }) => [startMs, endMs])

/** A machine's line: a word each 500 ms. */
function spoken(tStartMs: number, dDurationMs: number, ...words: string[]) {
  const segs = words.map((word, index) =>
    index === 0 ? { utf8: word, acAsrConf: 0 } : { utf8: ` ${word}`, tOffsetMs: index * 500, acAsrConf: 0 },
  )
  return { tStartMs, dDurationMs, wWinId: 1, segs }
}

describe('a machine’s track', () => {
  const talk = json3(
    { tStartMs: 0, dDurationMs: 99_000, id: 1, wpWinPosId: 1, wsWinStyleId: 1 },
    spoken(1000, 4000, 'so', 'here', 'we'),
    line(2990),
    spoken(3000, 5000, 'are'),
  )

  test('has words, and lines that end where the next begins or soon after their last word', () => {
    expect(parseJson3(talk)).toEqual({
      cues: [
        {
          startMs: 1000,
          endMs: 3000,
          text: 'so here we',
          words: [
            { startMs: 1000, endMs: 1500, text: 'so' },
            { startMs: 1500, endMs: 2000, text: 'here' },
            { startMs: 2000, endMs: 3000, text: 'we' },
          ],
        },
        { startMs: 3000, endMs: 5500, text: 'are', words: [{ startMs: 3000, endMs: 5500, text: 'are' }] },
      ],
      dropped: 0,
    })
  })

  test('with a duration shorter than a silence ends by it', () => {
    expect(times(json3(spoken(0, 1700, 'well', 'yes'), line(1700), spoken(60_000, 900, 'no')))).toEqual([
      [0, 1700],
      [60_000, 60_900],
    ])
  })

  test('with sentences and a placeholder for a duration', () => {
    const sentence = 'A sentence that takes some seven seconds to be said.'
    const track = json3(...[0, 7000, 9000].map((start) => event(start, 3000, { utf8: sentence })))
    expect(times(track)).toEqual([
      [0, 7000],
      [7000, 9000],
      [9000, 9000 + 2500 + sentence.length * 150],
    ])
    expect(parseJson3(track).cues[0]).not.toHaveProperty('words')
  })
})

describe('a person’s track', () => {
  test('has the durations and the lines it says', () => {
    const track = json3(
      event(0, 5000, { utf8: 'One\ntwo' }),
      event(2000, 1000, { utf8: 'thr', pPenId: 1 }, { utf8: 'ee' }),
    )
    expect(parseJson3(track)).toEqual({
      cues: [
        { startMs: 0, endMs: 5000, text: 'One\ntwo' },
        { startMs: 2000, endMs: 3000, text: 'three' },
      ],
      dropped: 0,
    })
  })

  test.each<[string, string, string, string]>([
    ['a space where there is none', 'Hello', 'world', 'Hello world'],
    ['the space that is there', 'Hello', ' world', 'Hello world'],
    ['its own line', 'Hello', '\nworld', 'Hello\nworld'],
    ['no space before a stop', 'Hello', ', world', 'Hello, world'],
    ['no space in Japanese', '字幕', 'です', '字幕です'],
  ])('continues in an event that appends, with %s', (_, first, second, text) => {
    const appended = { tStartMs: 1000, dDurationMs: 2000, wWinId: 1, aAppend: 1, segs: [{ utf8: second }] }
    const track = json3({ tStartMs: 0, dDurationMs: 1500, wWinId: 1, segs: [{ utf8: first }] }, appended)
    expect(parseJson3(track).cues).toEqual([{ startMs: 0, endMs: 3000, text }])
  })

  test('keeps windows apart', () => {
    const other = { tStartMs: 500, dDurationMs: 1000, wWinId: 2, aAppend: 1, segs: [{ utf8: 'right' }] }
    const track = json3({ tStartMs: 0, dDurationMs: 1000, wWinId: 1, segs: [{ utf8: 'left' }] }, other)
    expect(parseJson3(track).cues.map((cue) => cue.text)).toEqual(['left', 'right'])
  })

  test('that appends for an hour becomes many cues', () => {
    const lines = Array.from({ length: 900 }, (_, index) => ({
      ...event(index * 4000, 4000, { utf8: `\nline ${index}` }),
      aAppend: 1,
    }))
    expect(parseJson3(json3(...lines)).cues.length).toBeGreaterThan(200)
  })
})

describe('parseJson3', () => {
  const good = event(1000, 500, { utf8: 'x' })
  const cue = { startMs: 1000, endMs: 1500, text: 'x' }

  test.each<[string, string, ParsedCues]>([
    ['numbers in strings', json3(event('1000', '500', { utf8: 'x' })), { cues: [cue], dropped: 0 }],
    ['fractions', json3(event(999.6, 500.4, { utf8: 'x' })), { cues: [cue], dropped: 0 }],
    [
      'strange segments',
      json3(event(1000, 500, null, 7, 'x', [], { utf8: 5 }, { utf8: 'x' })),
      { cues: [cue], dropped: 0 },
    ],
    ['strange events', json3(null, 5, 'x', [], {}, { segs: 'x' }, { segs: {} }, good), { cues: [cue], dropped: 0 }],
    ['no start', json3(event(null, 500, { utf8: 'x' }), good), { cues: [cue], dropped: 1 }],
    ['a start beyond exact integers', json3(event(1e300, 5, { utf8: 'x' }), good), { cues: [cue], dropped: 1 }],
    [
      'a start before the beginning',
      json3(event(-5, 5, { utf8: 'x' })),
      { cues: [{ startMs: 0, endMs: 5, text: 'x' }], dropped: 0 },
    ],
    [
      'no duration',
      json3(event(7, undefined, { utf8: 'x' })),
      { cues: [{ startMs: 7, endMs: 7, text: 'x' }], dropped: 0 },
    ],
    [
      'markup',
      json3(event(1000, 500, { utf8: '<i>I <3 you</i><font color="#fff"> a < b</font>' })),
      { cues: [{ ...cue, text: 'I <3 you a < b' }], dropped: 0 },
    ],
    ['only invisible text', json3(event(1, 5, { utf8: '\u200b \n' })), { cues: [], dropped: 0 }],
    [
      'the end broken off',
      json3(good, event(2000, 500, { utf8: 'y' })).slice(0, -20),
      { cues: [cue], dropped: 1, droppedAfterMs: 1000 },
    ],
    [
      'an event that is no JSON',
      json3(good, '?').replace('"?"', '{"segs":[}'),
      { cues: [cue], dropped: 1, droppedAfterMs: 1000 },
    ],
    ['white space', JSON.stringify({ events: [good] }, null, 4), { cues: [cue], dropped: 0 }],
    [
      'brackets, quotes and escapes in text',
      json3(event(1000, 500, { utf8: ']}\\"[{' })),
      { cues: [{ ...cue, text: ']}\\"[{' }], dropped: 0 },
    ],
    ['an array of that name further down', JSON.stringify({ a: { events: [good] } }), { cues: [], dropped: 0 }],
    ['another array after a text of that name', JSON.stringify({ a: 'events', b: [good] }), { cues: [], dropped: 0 }],
    ['a list as the root', JSON.stringify(['events', [good]]), { cues: [], dropped: 0 }],
    ['nothing', '', { cues: [], dropped: 0 }],
  ])('reads %s', (_, text, expected) => expect(parseJson3(text)).toEqual(expected))

  test('takes no more than MAX_CUES', () => {
    const text = `{"events":[${Array.from({ length: MAX_CUES + 3 }, (_, i) => `{"tStartMs":${i},"segs":[{"utf8":"x"}]}`).join()}]}`
    const { cues, dropped } = parseJson3(text)
    expect([cues.length, dropped]).toEqual([MAX_CUES, 3])
  })

  test('parseJson3 gives the same result wherever the document is cut into chunks', async () => {
    const text = json3(spoken(0, 900, 'a "b"', '\\', '\u{1f600}'), line(890), event(1000, 500, { utf8: 'é]}' }))
    const whole = parseJson3(text)
    expect(whole.cues).toHaveLength(2)
    for (let size = 1; size < 40; size++) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        text.slice(i * size, (i + 1) * size),
      )
      expect(await parseJson3Async(chunks)).toEqual(whole)
    }
  })
})

test('parseJson3Async yields to the event loop many times', async () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => spoken(index * 2000, 3000, 'one', 'two', 'three'))
  const text = json3(...lines, line(120_000_000))
  let turns = 0
  let reading = true
  const takeTurn = () => {
    turns += 1
    if (reading) setTimeout(takeTurn, 0)
  }
  setTimeout(takeTurn, 0)
  const parsed = await parseJson3Async(textChunks(text))
  reading = false
  const turnsInTurns = turns
  expect(parsed).toEqual(parseJson3(text))
  expect(parsed.cues).toHaveLength(60_000)
  // At one go there would be none.
  expect(turnsInTurns).toBeGreaterThan(3)
})
