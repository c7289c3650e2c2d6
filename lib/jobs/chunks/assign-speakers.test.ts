import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Segment } from '@/lib/captions/cue'
import { assignSpeakers } from './assign-speakers'

const word = (startMs: number, text: string) => ({ startMs, endMs: startMs + 400, text })
const turn = (startMs: number, endMs: number, speaker: number) => ({ startMs, endMs, speaker })
const plain = (startMs: number, endMs: number, text: string): Segment => ({ startMs, endMs, text })

/** A sentence whose words begin every half second. */
function sentence(startMs: number, text: string): Segment {
  const words = text.split(' ').map((each, at) => word(startMs + at * 500, each))
  return { startMs, endMs: startMs + words.length * 500, text, words }
}

const said = (segments: readonly Segment[]) => segments.map(({ speaker, text }) => [speaker, text])

describe('segments without words', () => {
  test('have the speaker of most of their time', () => {
    const turns = [turn(0, 1_800, 0), turn(1_800, 6_000, 1)]
    expect(said(assignSpeakers([plain(0, 2_000, 'a'), plain(2_000, 5_000, 'b')], turns))).toEqual([
      ['0', 'a'],
      ['1', 'b'],
    ])
  })

  test('have the nearest speaker if no turn overlaps them, and no speaker if every turn is far away', () => {
    const turns = [turn(0, 1_000, 0), turn(3_500, 4_000, 1)]
    const segments = [plain(1_100, 1_900, 'a'), plain(2_900, 3_400, 'b'), plain(9_000, 9_500, 'c')]
    expect(said(assignSpeakers(segments, turns))).toEqual([
      ['0', 'a'],
      ['1', 'b'],
      [undefined, 'c'],
    ])
  })

  test('have the speaker of two interrupted turns before that of one longer one', () => {
    const turns = [turn(0, 1_000, 0), turn(1_000, 2_200, 1), turn(2_200, 3_200, 0)]
    expect(said(assignSpeakers([plain(0, 3_200, 'a')], turns))).toEqual([['0', 'a']])
  })
})

describe('segments with words', () => {
  test('are divided where the speaker changes, with the times of their words', () => {
    const [first, second, ...more] = assignSpeakers(
      [sentence(0, 'Are you well? Yes, very well.')],
      [turn(0, 1_450, 0), turn(1_450, 3_000, 1)],
    )
    expect(more).toEqual([])
    expect(first).toEqual({
      startMs: 0,
      endMs: 1_400,
      text: 'Are you well?',
      words: [word(0, 'Are'), word(500, 'you'), word(1_000, 'well?')],
      speaker: '0',
    })
    expect(second).toEqual({
      startMs: 1_500,
      endMs: 3_000,
      text: 'Yes, very well.',
      words: [word(1_500, 'Yes,'), word(2_000, 'very'), word(2_500, 'well.')],
      speaker: '1',
    })
  })

  test('are not divided for a single word', () => {
    const turns = [turn(0, 1_450, 0), turn(1_450, 1_950, 1), turn(1_950, 9_000, 0)]
    expect(said(assignSpeakers([sentence(0, 'one two three four five six')], turns))).toEqual([
      ['0', 'one two three four five six'],
    ])
  })

  test('lose what an engine called the speaker', () => {
    const labelled = { ...sentence(0, 'one two'), speaker: 'A' }
    expect(said(assignSpeakers([labelled], [turn(0, 9_000, 3)]))).toEqual([['3', 'one two']])
    expect(said(assignSpeakers([labelled], []))).toEqual([[undefined, 'one two']])
  })
})

test('random turns lose no word, and segments stay in order without overlap', () => {
  const turns = fc.array(
    fc.record({ startMs: fc.nat(60_000), lengthMs: fc.integer({ min: 200, max: 9_000 }), speaker: fc.nat(3) }),
    { maxLength: 30 },
  )
  const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean(), fc.nat(2_000)), { maxLength: 15 })
  fc.assert(
    fc.property(turns, lengths, (drawn, sentences) => {
      let startMs = 0
      const segments = sentences.map(([count, hasWords, pauseMs], index) => {
        const made = sentence(startMs, Array.from({ length: count }, (_, at) => `w${index}.${at}`).join(' '))
        startMs = made.endMs + pauseMs
        return hasWords ? made : plain(made.startMs, made.endMs, made.text)
      })
      const sorted = drawn
        .map(({ startMs: from, lengthMs, speaker }) => turn(from, from + lengthMs, speaker))
        .sort((a, b) => a.startMs - b.startMs)
      const assigned = assignSpeakers(segments, sorted)
      expect(assigned.map(({ text }) => text).join(' ')).toBe(segments.map(({ text }) => text).join(' '))
      expect(assigned.flatMap(({ words }) => words ?? [])).toEqual(segments.flatMap(({ words }) => words ?? []))
      for (const [at, { startMs: from, endMs }] of assigned.entries()) {
        expect(from).toBeLessThan(endMs)
        expect(from).toBeGreaterThanOrEqual(assigned[at - 1]?.endMs ?? 0)
      }
    }),
  )
})
