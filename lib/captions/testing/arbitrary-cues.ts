import fc from 'fast-check'
import type { Cue } from '../cue'

const TRICKY = [
  'hello',
  'world.',
  '42',
  '-->',
  '00:00:01,000 --> 00:00:02,000',
  '1:02 -> 1:05',
  '<b>',
  '</i>',
  '<',
  '&',
  '&amp;',
  '&lt',
  '{\\an8}',
  '{b}',
  '{',
  '}',
  '\\',
  '\\N',
  'C:\\new',
  '<3',
  '<v Ann>',
  '<00:00:01.000>',
  '< / i >',
  '>',
  '--&gt;',
  'WEBVTT',
  'NOTE',
  '字幕を作る。',
  '「はい」',
  'สวัสดีครับ',
  '안녕하세요',
  '👩‍👩‍👧',
  'e\u0301',
  '\u0301',
  '\ud800',
  '\u202e',
  '\u200f',
  'x'.repeat(90),
  '\n',
  '\n\n',
  '\r',
  '\t',
  ' ',
  '\u200b',
  '\ufeff',
  '\0',
  '“',
  '”',
  '…',
  '#',
  '*',
  '[a](b)',
]

const text = fc
  .array(
    fc.oneof(fc.constantFrom(...TRICKY), fc.string({ unit: 'binary', maxLength: 12 }), fc.lorem({ maxCount: 8 })),
    {
      maxLength: 12,
    },
  )
  .chain((parts) => fc.constantFrom(' ', '', '\n').map((joiner) => parts.join(joiner)))

const time = fc.oneof(
  fc.integer({ min: -10, max: 20_000 }),
  fc.integer({ min: 0, max: 400_000_000 }),
  fc.double({ noDefaultInfinity: true }),
)

const word = fc.record({ startMs: time, endMs: time, text })

/** Cues as no file should have them: any order, overlaps, times and text. For property tests. */
export function arbitraryCues(): fc.Arbitrary<Cue[]> {
  const plain = fc.record({ startMs: time, endMs: time, text })
  return fc.array(
    fc.oneof(plain, fc.record({ startMs: time, endMs: time, text, words: fc.array(word, { maxLength: 5 }) })),
    {
      maxLength: 12,
    },
  )
}

/** The part of a text that must survive: its visible characters, decomposed, without white space. */
export function lettersOf(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?!\s)\p{Cc}|[\u200b\ufeff]/gu, '')
    .normalize('NFD')
    .replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
}
