import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import type { Segment } from '../cue'
import { carryOver } from './carry-over'
import { editSegments } from './edit-segments'
import type { SpokenText } from './text-change'

/** Lines of a second each, with a word each 100 ms. */
function textOf(...lines: string[]): SpokenText {
  const segments = lines.map((text, index): Segment => {
    const words = text.split(' ').map((word, place) => ({
      startMs: index * 1000 + place * 100,
      endMs: index * 1000 + place * 100 + 90,
      text: word,
    }))
    return { startMs: index * 1000, endMs: index * 1000 + 1000, text, words }
  })
  return { segments, speakers: [] }
}

function correct(text: SpokenText, lines: Record<number, string>): SpokenText {
  const edits = Object.entries(lines).map(([index, line]) => ({
    index: Number(index),
    deleted: 1,
    segments: line === '' ? [] : [{ text: line }],
  }))
  return editSegments(text, edits, 60_000)
}

const linesOf = ({ segments }: SpokenText) => segments.map(({ text }) => text)

describe('corrections in a text that was transcribed again', () => {
  const base = textOf('the marmit sleeps in winter', 'it dreams of snow and ice', 'spring is very far away')

  test('stand where the words around them are the same, with the times of the new words', () => {
    const mine = correct(base, { 0: 'the marmot sleeps in winter' })
    const theirs = textOf('hello', 'the marmite sleeps in winter it', 'dreams of snow and ice', 'spring is far away')
    const { text, unplaced } = carryOver(base, mine, theirs)
    expect(linesOf(text)).toEqual([
      'hello',
      'the marmot sleeps in winter it',
      'dreams of snow and ice',
      'spring is far away',
    ])
    expect(text.segments[1]?.words?.[1]).toEqual({ startMs: 1100, endMs: 1190, text: 'marmot' })
    expect(unplaced).toEqual([])
  })

  test('that the engine has made itself by now are left to it', () => {
    const mine = correct(base, { 0: 'the marmot sleeps in winter' })
    const theirs = textOf('the marmot sleeps in winter', 'it dreams of rain')
    expect(carryOver(base, mine, theirs)).toEqual({ text: theirs, unplaced: [] })
  })

  test('are reported where the words around them differ', () => {
    const mine = correct(base, { 1: 'it dreams of slow and ice', 2: 'spring is very near away' })
    const theirs = textOf('the marmit sleeps in winter', 'we dream about snow', 'spring is very far away now')
    const { text, unplaced } = carryOver(base, mine, theirs)
    expect(linesOf(text)).toEqual([
      'the marmit sleeps in winter',
      'we dream about snow',
      'spring is very near away now',
    ])
    expect(unplaced).toEqual([{ startMs: 1000, before: 'snow', after: 'slow' }])
  })

  test('that delete, insert and span segments are made in the other segments', () => {
    const mine = correct(base, {
      0: 'the marmot sleeps in the deep',
      1: 'and dreams of snow and ice',
      2: 'spring is far away',
    })
    const theirs = textOf('the marmit sleeps in winter it', 'dreams of snow and ice spring', 'is very far away')
    expect(linesOf(carryOver(base, mine, theirs).text)).toEqual([
      'the marmot sleeps in the deep and',
      'dreams of snow and ice spring',
      'is far away',
    ])
  })

  test('keep splits, times and speakers in segments that are as they were', () => {
    const split = editSegments(
      { ...base, speakers: [{ id: 'S1', name: 'Ann' }] },
      [{ index: 0, deleted: 1, segments: [{ text: 'the marmot', speaker: 'S1' }, { text: 'sleeps in winter' }] }],
      60_000,
    )
    const theirs = { segments: [...base.segments, ...textOf('', '', '', 'the end').segments.slice(3)], speakers: [] }
    const { text, unplaced } = carryOver(base, split, theirs)
    expect(text).toEqual({
      segments: [...split.segments, ...theirs.segments.slice(3)],
      speakers: [{ id: 'S1', name: 'Ann' }],
    })
    expect(unplaced).toEqual([])
  })

  test('give the speakers of the new text the names of who says the same there', () => {
    const named: SpokenText = {
      segments: base.segments.map((segment, index) => ({ ...segment, speaker: index === 1 ? 'S2' : 'S1' })),
      speakers: [
        { id: 'S1', name: 'Ann' },
        { id: 'S2', name: 'Bob' },
      ],
    }
    const heard = { ...named, speakers: named.speakers.map(({ id }) => ({ id, name: null })) }
    const again = textOf('a', 'b', 'c').segments.map((segment, index) => ({
      ...segment,
      speaker: index === 1 ? 'S1' : 'S2',
    }))
    const theirs = { segments: again, speakers: heard.speakers }
    expect(carryOver(heard, named, theirs).text.speakers).toEqual([
      { id: 'S1', name: 'Bob' },
      { id: 'S2', name: 'Ann' },
    ])
  })
})

const aLine = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '今', '天'), { minLength: 1, maxLength: 6 })
const aText = fc
  .array(
    aLine.map((words) => words.join(' ')),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) => textOf(...lines))

test('any three texts merge to one in order, and where one of two versions is the base, to the other one', () => {
  fc.assert(
    fc.property(aText, aText, aText, (base, mine, theirs) => {
      expect(carryOver(base, base, theirs)).toEqual({ text: theirs, unplaced: [] })
      expect(carryOver(base, mine, base)).toEqual({ text: mine, unplaced: [] })
      let clock = 0
      for (const { startMs, endMs, text } of carryOver(base, mine, theirs).text.segments) {
        expect(startMs).toBeGreaterThanOrEqual(clock)
        expect(endMs).toBeGreaterThan(startMs)
        expect(text).not.toBe('')
        clock = endMs
      }
    }),
    { numRuns: propertyRuns(2000) },
  )
})
