import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Segment, Word } from '@/lib/captions/cue'
import { toSegments } from '@/lib/captions/layout/segments'
import { propertyRuns } from '@/test/property-runs'
import { joinChunks, type TranscribedChunk } from './join-chunks'

const OVERLAP_MS = 1000

/** The spoken words in order, some of them several times in a row, none longer than 0.7 s. */
const speech = fc
  .array(
    fc.record({
      letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      gapMs: fc.integer({ min: 20, max: 300 }),
      lengthMs: fc.integer({ min: 160, max: 700 }),
    }),
    { minLength: 20, maxLength: 60 },
  )
  .map((parts) => {
    let free = 0
    return parts.map(({ letter, gapMs, lengthMs }): Word => {
      const startMs = free + gapMs
      free = startMs + lengthMs
      return { startMs, endMs: free, text: letter }
    })
  })

/** The text of an engine for a stretch: its words, a little off in time, and the broken ones at its edges as it likes. */
function hear(words: readonly Word[], startMs: number, endMs: number, whim: () => number): Word[] {
  return words.flatMap((word) => {
    if (word.endMs <= startMs || word.startMs >= endMs) return []
    const off = Math.round(whim() * 60) - 30
    if (word.startMs >= startMs && word.endMs <= endMs) {
      const at = (ms: number) => Math.min(Math.max(ms + off, startMs), endMs)
      return [{ startMs: at(word.startMs), endMs: at(word.endMs), text: word.text }]
    }
    if (whim() < 0.5) return []
    return [{ startMs: Math.max(word.startMs, startMs), endMs: Math.min(word.endMs, endMs), text: '§' }]
  })
}

const toSegment = (words: Word[]): Segment => ({
  startMs: words[0]?.startMs ?? 0,
  endMs: words.at(-1)?.endMs ?? 0,
  text: words.map(({ text }) => text).join(' '),
  words,
})

function inSegments(words: Word[], size: number): Segment[] {
  const groups = Array.from({ length: Math.ceil(words.length / size) }, (_, i) => words.slice(i * size, (i + 1) * size))
  return groups.map(toSegment)
}

type Options = { size: number; whim: () => number; shape: (segment: Segment) => Segment }

/** The chunks of a speech that is cut every five seconds wherever that is, heard one by one. */
function chunks(words: readonly Word[], { size, whim, shape }: Options): TranscribedChunk[] {
  const lastMs = words.at(-1)?.endMs ?? 0
  const cuts = Array.from({ length: Math.ceil(lastMs / 5000) }, (_, index) => index * 5000)
  return cuts.map((cutMs) => {
    const overlapMs = cutMs === 0 ? 0 : OVERLAP_MS
    const startMs = cutMs - overlapMs
    const transcribed = hear(words, startMs, Math.min(cutMs + 5000, lastMs), whim)
    return { startMs, overlapMs, segments: inSegments(transcribed, size).map(shape) }
  })
}

/** Numbers from 0 to 1, the same for the same seed. */
function whimOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join(' ')
const sizes = fc.integer({ min: 1, max: 9 })
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 })

test('joined chunks with words have each word once, wherever the cuts are', () => {
  const holds = (words: Word[], size: number, seed: number) => {
    const joined = joinChunks(chunks(words, { size, whim: whimOf(seed), shape: (segment) => segment }))
    const said = words.map(({ text }) => text).join(' ')
    expect(
      joined
        .flatMap((segment) => segment.words ?? [])
        .map(({ text }) => text)
        .join(' '),
    ).toBe(said)
    expect(textOf(joined)).toBe(said)
    expect(textOf(toSegments(joined))).toBe(said)
  }
  fc.assert(fc.property(speech, sizes, seeds, holds), { numRuns: propertyRuns(2000) })
})

test('joined chunks without words have the text of the overlap once', () => {
  const distinct = speech.map((words) => words.map((word, index) => ({ ...word, text: `${word.text}${index}` })))
  const wordless = ({ startMs, endMs, text }: Segment): Segment => ({ startMs, endMs, text })
  const holds = (words: Word[], size: number, seed: number) => {
    const whole = chunks(words, { size, whim: whimOf(seed), shape: wordless })
    const joined = textOf(joinChunks(whole)).split(' ')
    const said = words.map(({ text }) => text)
    // Only half words that nothing shows to be halves may be left.
    expect(joined.filter((word) => word !== '§')).toEqual(said)
  }
  fc.assert(fc.property(distinct, sizes, seeds, holds), { numRuns: propertyRuns(2000) })
})

describe('a seam', () => {
  const worded = (text: string, startMs: number, stepMs = 250): Segment => {
    const words = text.split(' ').map((word, i) => ({
      startMs: startMs + i * stepMs,
      endMs: startMs + (i + 1) * stepMs - 20,
      text: word,
    }))
    return { ...toSegment(words), text }
  }
  const join = (before: Segment, after: Segment) =>
    joinChunks([
      { startMs: 0, overlapMs: 0, segments: [before] },
      { startMs: 9000, overlapMs: 1000, segments: [after] },
    ])

  test('keeps the punctuation that goes with the words', () => {
    const joined = join(worded('We said: “never again,” and then', 8500), worded('again,” and then, we left.', 9000))
    expect(textOf(joined)).toBe('We said: “never again,” and then, we left.')
  })

  test('where both sides transcribed different words, time decides', () => {
    expect(textOf(join(worded('one two tree for', 9000), worded('to three four five', 9260)))).toBe(
      'one two three four five',
    )
  })

  test('leaves a word that is really said twice', () => {
    expect(textOf(join(worded('no no no no', 9000), worded('no no yes', 9500)))).toBe('no no no no yes')
  })

  test('in a script without spaces has none', () => {
    const chinese = (text: string, startMs: number): Segment => ({
      ...worded(text, startMs),
      text: text.replaceAll(' ', ''),
    })
    expect(
      join(chinese('今天 天气 很 好', 9000), chinese('很 好 我们 走', 9500))
        .map(({ text }) => text)
        .join(''),
    ).toBe('今天天气很好我们走')
    const plain = ({ startMs, endMs, text }: Segment): Segment => ({ startMs, endMs, text })
    const joined = join(plain(chinese('今天 天气 很 好', 9000)), plain(chinese('很 好 我们 走', 9500)))
    expect(joined.map(({ text }) => text).join('')).toBe('今天天气很好我们走')
  })

  test('with words on one side only goes by the text', () => {
    const { words: _, ...plain } = worded('and so we go on', 9000, 200)
    expect(textOf(join(worded('it was late and so we go', 8000), plain))).toBe('it was late and so we go on')
  })

  test('with silence on one side changes nothing', () => {
    const before = worded('the end', 9200)
    expect(
      joinChunks([
        { startMs: 0, overlapMs: 0, segments: [before] },
        { startMs: 9000, overlapMs: 1000, segments: [] },
      ]),
    ).toEqual([before])
  })
})

test('chunks that do not overlap are put one after the other', () => {
  const transcribed = (startMs: number, text: string): TranscribedChunk => ({
    startMs,
    overlapMs: 0,
    segments: [{ startMs, endMs: startMs + 900, text }],
  })
  expect(textOf(joinChunks([transcribed(0, 'so so'), transcribed(1000, 'so what')]))).toBe('so so so what')
})
