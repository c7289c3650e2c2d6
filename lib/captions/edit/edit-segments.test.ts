import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import type { Segment, Word } from '../cue'
import { editSegments, type SegmentEdit } from './edit-segments'
import { changeBetween, type SpokenText, undoChange } from './text-change'

/** A segment whose words each last 300 ms, with pauses of 100 ms. */
function spoken(startMs: number, text: string, words = text.split(' ')): Segment {
  const timed = words.map((word, index) => ({
    startMs: startMs + index * 400,
    endMs: startMs + index * 400 + 300,
    text: word,
  }))
  return { startMs, endMs: timed.at(-1)?.endMs ?? startMs + 300, text, words: timed }
}

const edit = (segments: readonly Segment[], ...edits: SegmentEdit[]) =>
  editSegments({ segments, speakers: [{ id: 'S1', name: null }] }, edits, 60_000).segments

const line = (word: Word) => `${word.startMs}-${word.endMs} ${word.text}`
const lines = (segments: readonly Segment[]) => segments.map(({ words = [] }) => words.map(line))

describe('words', () => {
  test('keep their times around one that is corrected, which takes the time of the old one', () => {
    const edited = edit([spoken(1000, 'the marmit sleeps')], {
      index: 0,
      deleted: 1,
      segments: [{ text: 'the marmot sleeps' }],
    })
    expect(lines(edited)).toEqual([['1000-1300 the', '1400-1700 marmot', '1800-2100 sleeps']])
  })

  test('share the time of those that they replace', () => {
    const edited = edit([spoken(0, 'they ice cream now')], {
      index: 0,
      deleted: 1,
      segments: [{ text: 'they I scream loudly now' }],
    })
    expect(lines(edited)).toEqual([['0-300 they', '400-454 I', '454-777 scream', '777-1100 loudly', '1200-1500 now']])
  })

  test('that are inserted lie between their neighbours, and have no length where there is no room', () => {
    const tight: Segment = {
      startMs: 0,
      endMs: 600,
      text: 'a c',
      words: [
        { startMs: 0, endMs: 300, text: 'a' },
        { startMs: 300, endMs: 600, text: 'c' },
      ],
    }
    expect(lines(edit([tight], { index: 0, deleted: 1, segments: [{ text: 'a b c' }] }))).toEqual([
      ['0-300 a', '300-300 b', '300-600 c'],
    ])
    expect(lines(edit([spoken(0, 'a c')], { index: 0, deleted: 1, segments: [{ text: 'a b c' }] }))).toEqual([
      ['0-300 a', '300-360 b', '400-700 c'],
    ])
  })

  test('keep their times where the engine writes them without the punctuation of the text', () => {
    const segment = spoken(0, 'Well, the marmit sleeps.', ['Well', 'the', 'marmit', 'sleeps'])
    expect(lines(edit([segment], { index: 0, deleted: 1, segments: [{ text: 'Well, the marmot sleeps.' }] }))).toEqual([
      ['0-300 Well', '400-700 the', '800-1100 marmot', '1200-1500 sleeps'],
    ])
  })

  test('keep their times in a script without spaces', () => {
    const segment = spoken(0, '今天天汽很好', ['今天', '天汽', '很', '好'])
    expect(lines(edit([segment], { index: 0, deleted: 1, segments: [{ text: '今天天气很好' }] }))).toEqual([
      ['0-300 今天', '400-700 天气', '800-1100 很', '1200-1500 好'],
    ])
  })

  test('keep their times when segments are split and joined', () => {
    const [whole] = [spoken(0, 'one two three four')]
    const split = edit([whole as Segment], {
      index: 0,
      deleted: 1,
      segments: [{ text: 'one two' }, { text: 'three four' }],
    })
    expect(split.map(({ startMs, endMs, text }) => [startMs, endMs, text])).toEqual([
      [0, 700, 'one two'],
      [800, 1500, 'three four'],
    ])
    expect(lines(split).flat()).toEqual(lines([whole as Segment]).flat())
    expect(edit(split, { index: 0, deleted: 2, segments: [{ text: 'one two three four' }] })).toEqual([whole])
  })

  test('are not invented where there were none', () => {
    const segment = { startMs: 0, endMs: 1000, text: 'a b' }
    expect(edit([segment], { index: 0, deleted: 1, segments: [{ text: 'a c' }] })).toEqual([
      { ...segment, text: 'a c' },
    ])
    const split = edit([segment], { index: 0, deleted: 1, segments: [{ text: 'a' }, { text: 'b' }] })
    expect(split).toEqual([
      { startMs: 0, endMs: 500, text: 'a' },
      { startMs: 500, endMs: 1000, text: 'b' },
    ])
  })
})

describe('an edit', () => {
  const three = ['one', 'two', 'three'].map((text, index) => ({
    startMs: index * 1000,
    endMs: index * 1000 + 900,
    text,
    speaker: 'S1',
  }))

  test.each([
    ['overlaps another', { index: 0, deleted: 2, segments: [] }, { index: 1, deleted: 1, segments: [] }],
    ['is beyond the end', { index: 2, deleted: 2, segments: [] }],
    ['has an empty text', { index: 0, deleted: 1, segments: [{ text: ' \u200b ' }] }],
    ['names an unknown speaker', { index: 0, deleted: 1, segments: [{ text: 'x', speaker: 'S2' }] }],
    ['overlaps the segment after it', { index: 0, deleted: 1, segments: [{ text: 'x', endMs: 1001 }] }],
    ['ends before it starts', { index: 0, deleted: 1, segments: [{ text: 'x', startMs: 500, endMs: 400 }] }],
    ['has no room', { index: 1, deleted: 0, segments: [{ text: 'x', startMs: 900, endMs: 900 }] }],
  ] as [string, ...SegmentEdit[]][])('that %s is refused', (_, ...edits) => {
    expect(() => edit(three, ...edits)).toThrow(expect.objectContaining({ code: 'invalid_edit' }))
  })

  test('changes the times and speaker that it names, and inherits the others', () => {
    const edited = edit(
      three,
      { index: 2, deleted: 1, segments: [{ text: 'three', startMs: 1950, speaker: null }] },
      { index: 1, deleted: 0, segments: [{ text: 'between' }] },
    )
    expect(edited).toEqual([
      three[0],
      { startMs: 900, endMs: 1000, text: 'between' },
      three[1],
      { startMs: 1950, endMs: 2900, text: 'three' },
    ])
  })
})

const WORDS = ['the', 'marmot', 'sleeps,', 'a', 'Bär', 'now.', '今天', 'ein', 'ё', 'ไทย', '👩‍👩‍👧', 'one-two']
const aText = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 })

/** A transcript in order, with and without words and speakers. */
const aTranscript = fc
  .array(
    fc.record({
      words: aText,
      gap: fc.nat(500),
      isTimed: fc.boolean(),
      speaker: fc.constantFrom(undefined, 'S1', 'S2'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .chain((parts) => fc.tuple(fc.constant(parts), fc.infiniteStream(fc.nat(400))))
  .map(([parts, lengths]) => {
    let clock = 0
    const segments = parts.map(({ words, gap, isTimed, speaker }): Segment => {
      const startMs = clock + gap
      clock = startMs
      const timed = words.map((text): Word => {
        const from = clock
        clock += lengths.next().value ?? 0
        return { startMs: from, endMs: clock, text }
      })
      clock += 20
      const segment: Segment = { startMs, endMs: clock, text: words.join(' ') }
      if (isTimed) segment.words = timed
      if (speaker) segment.speaker = speaker
      return segment
    })
    const speakers = [
      { id: 'S1', name: 'Ann' },
      { id: 'S2', name: null },
    ]
    return { segments, speakers }
  })

/** Edits of a text: its words with some changed, left out, added, and divided at any place into segments. */
const someEdits = ({ segments }: SpokenText) =>
  fc
    .array(
      fc.record({
        index: fc.nat(segments.length - 1),
        deleted: fc.integer({ min: 1, max: 3 }),
        changes: fc.array(fc.tuple(fc.nat(20), fc.nat(2), fc.array(fc.constantFrom(...WORDS), { maxLength: 3 })), {
          maxLength: 3,
        }),
        cuts: fc.array(fc.nat(20), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((wanted) => {
      const edits: SegmentEdit[] = []
      let next = 0
      for (const { index, deleted, changes, cuts } of wanted.sort((a, b) => a.index - b.index)) {
        if (index < next) continue
        const replaced = segments.slice(index, index + deleted)
        const words = replaced.flatMap(({ text }) => text.split(' '))
        for (const [at, count, added] of changes) words.splice(at % (words.length + 1), count, ...added)
        const ends = [...cuts.map((cut) => cut % (words.length + 1)), words.length].sort((a, b) => a - b)
        const texts = ends.map((end, place) => words.slice(ends[place - 1] ?? 0, end).join(' ')).filter(Boolean)
        edits.push({ index, deleted: replaced.length, segments: texts.map((text) => ({ text })) })
        next = index + replaced.length
      }
      return edits
    })

const anEditedText = aTranscript.chain((text) => fc.tuple(fc.constant(text), someEdits(text)))

/** The edited text; null where a segment would have no time. */
function tryEdit(text: SpokenText, edits: readonly SegmentEdit[]): SpokenText | null {
  try {
    return editSegments(text, edits, text.segments.at(-1)?.endMs ?? 0)
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_edit', message: expect.stringContaining('no time') })
    return null
  }
}

describe('random edits', () => {
  test('leave segments and words in order, without overlaps, words inside their segment', () => {
    const numRuns = propertyRuns(4000)
    let made = 0
    fc.assert(
      fc.property(anEditedText, ([text, edits]) => {
        const edited = tryEdit(text, edits)
        if (!edited) return
        made += 1
        let clock = 0
        for (const { startMs, endMs, words = [] } of edited.segments) {
          expect(startMs).toBeGreaterThanOrEqual(clock)
          expect(endMs).toBeGreaterThan(startMs)
          let said = startMs
          for (const word of words) {
            expect(word.startMs).toBeGreaterThanOrEqual(said)
            expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
            said = word.endMs
          }
          expect(said).toBeLessThanOrEqual(endMs)
          clock = endMs
        }
      }),
      { numRuns },
    )
    expect(made).toBeGreaterThan(numRuns / 2)
  })

  test('leave unchanged words their times to the millisecond', () => {
    fc.assert(
      fc.property(anEditedText, ([text, edits]) => {
        const edited = tryEdit(text, edits)
        if (!edited) return
        for (const { index, deleted, segments } of edits) {
          const before = text.segments.slice(index, index + deleted)
          if (!before.every(({ words }) => words)) continue
          // The common words at the beginning and at the end, up to the first change, have not changed.
          const old = before.flatMap(({ words = [] }) => words)
          const words = segments.flatMap((segment) => segment.text.split(' '))
          let same = 0
          while (same < words.length && same < old.length && words[same] === old[same]?.text) same++
          let last = 0
          while (
            last < words.length - same &&
            last < old.length - same &&
            words.at(-1 - last) === old.at(-1 - last)?.text
          )
            last++
          const kept = edited.segments.flatMap((segment) => segment.words ?? []).map(line)
          for (const word of [...old.slice(0, same), ...old.slice(old.length - last)])
            expect(kept).toContain(line(word))
        }
        const untouched = text.segments.filter(
          (_, place) => !edits.some(({ index, deleted }) => index <= place && place < index + deleted),
        )
        for (const segment of untouched) expect(edited.segments).toContain(segment)
      }),
      { numRuns: propertyRuns(3000) },
    )
  })

  test('are undone exactly', () => {
    fc.assert(
      fc.property(anEditedText, fc.boolean(), ([text, edits], isRenamed) => {
        const edited = tryEdit(text, edits)
        if (!edited) return
        const after = isRenamed ? { ...edited, speakers: [{ id: 'S1', name: 'Bob' }] } : edited
        const change = JSON.parse(JSON.stringify(changeBetween(text, after)))
        expect(JSON.stringify(undoChange(after, change))).toBe(JSON.stringify(text))
      }),
      { numRuns: propertyRuns(3000) },
    )
  })
})
