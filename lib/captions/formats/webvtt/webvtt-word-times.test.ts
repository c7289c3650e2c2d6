import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Segment } from '../../cue'
import { parseWebvtt, renderWebvtt } from './webvtt'

const word = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text })
const HELLO: Segment = {
  startMs: 1000,
  endMs: 3000,
  text: 'Tom & you, hello.',
  words: [word(1000, 1200, 'Tom'), word(1300, 1400, '&'), word(1500, 1900, 'you,'), word(2000, 2900, 'hello.')],
}
const timed = (...segments: Segment[]) => renderWebvtt(segments, { words: true })
const payload = (text: string) => text.split('\n').slice(3).join('\n').trimEnd()

describe('the times of words in WebVTT', () => {
  test('stand before each word but the first', () => {
    expect(payload(timed(HELLO))).toBe('Tom <00:00:01.300>&amp; <00:00:01.500>you, <00:00:02.000>hello.')
  })

  test('are left out unless they are asked for', () => {
    expect(payload(renderWebvtt([HELLO]))).toBe('Tom &amp; you, hello.')
  })

  test.each<[string, Segment]>([
    ['has no words', { startMs: 0, endMs: 900, text: 'No words here.' }],
    ['has words that are not its text', { ...HELLO, text: 'Something else.' }],
  ])('are left out where a segment %s', (_, segment) => {
    expect(timed(segment)).toBe(renderWebvtt([segment]))
  })

  test('that are not within the cue, or not in order, are left out', () => {
    const words = [word(0, 1, 'a'), word(500, 1, 'b'), word(300, 1, 'c'), word(1000, 1, 'd'), word(700, 1, 'e')]
    expect(payload(timed({ startMs: 0, endMs: 1000, text: 'a b c d e', words }))).toBe(
      'a <00:00:00.500>b c d <00:00:00.700>e',
    )
  })

  test('follow the words onto the next lines and cues', () => {
    const words = Array.from({ length: 40 }, (_, at) => word(at * 1000, at * 1000 + 900, `word${at}`))
    const text = words.map((each) => each.text).join(' ')
    const { cues } = parseWebvtt(timed({ startMs: 0, endMs: 40_000, text, words }))
    expect(cues.length).toBeGreaterThan(2)
    expect(cues.map((cue) => cue.text.replaceAll('\n', ' ')).join(' ')).toBe(text)
    const starts = new Map(cues.flatMap((cue) => (cue.words ?? []).map((each) => [each.text, each.startMs])))
    for (const { text: name, startMs } of words) expect(starts.get(name)).toBe(startMs)
  })

  test('change neither the text nor the times of cues, with any words', () => {
    const parts = fc.array(
      fc.tuple(fc.constantFrom('a', 'b<', '&amp;', '字幕', 'c.', '-->'), fc.nat(9000), fc.nat(500)),
      {
        minLength: 1,
        maxLength: 20,
      },
    )
    fc.assert(
      fc.property(parts, fc.nat(8000), (said, lengthMs) => {
        const words = said.map(([text, startMs, length]) => word(startMs, startMs + length, text))
        const segment = { startMs: 0, endMs: lengthMs + 1000, text: words.map(({ text }) => text).join(' '), words }
        const cues = (vtt: string) =>
          parseWebvtt(vtt).cues.map(({ startMs, endMs, text }) => ({ startMs, endMs, text }))
        expect(cues(timed(segment))).toEqual(cues(renderWebvtt([segment])))
      }),
    )
  })
})
