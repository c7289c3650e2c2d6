import { describe, expect, test } from 'vitest'
import { parseLrc } from './lrc'

const lrc = (...lines: string[]) => lines.join('\n')
const cues = (...lines: string[]) =>
  parseLrc(lrc(...lines)).cues.map(({ startMs, endMs, text }) => [startMs, endMs, text])

describe('parseLrc', () => {
  test.each<[string, string[], unknown[][]]>([
    [
      'lines that last until the next',
      ['[ti:Song]', '[00:01.00]a', '[00:03.50] b'],
      [
        [1000, 3500, 'a'],
        [3500, 3500, 'b'],
      ],
    ],
    [
      'stamps of other lengths',
      ['[0:1]a', '[0:2.5]b', '[00:03.123]c', '[00:04:50]d', '[120:00.00]e'],
      [
        [1000, 2500, 'a'],
        [2500, 3123, 'b'],
        [3123, 4500, 'c'],
        [4500, 7_200_000, 'd'],
        [7_200_000, 7_200_000, 'e'],
      ],
    ],
    [
      'hours, and minutes beyond 999',
      ['[00:00:01.00]a', '[01:00:02.50]b', '[1000:00.00]c'],
      [
        [1000, 3_602_500, 'a'],
        [3_602_500, 60_000_000, 'b'],
        [60_000_000, 60_000_000, 'c'],
      ],
    ],
    [
      'a chorus',
      ['[00:01.00][00:05.00]la', '[00:03.00]b'],
      [
        [1000, 3000, 'la'],
        [3000, 5000, 'b'],
        [5000, 5000, 'la'],
      ],
    ],
    [
      'an empty line as an end',
      ['[00:01.00]a', '[00:02.00]', '[00:09.00]b'],
      [
        [1000, 2000, 'a'],
        [9000, 9000, 'b'],
      ],
    ],
    [
      'lines that begin together',
      ['[00:01.00]a', '[00:01.00]b', '[00:02.00]c'],
      [
        [1000, 2000, 'a'],
        [1000, 2000, 'b'],
        [2000, 2000, 'c'],
      ],
    ],
    [
      'an offset, which shows them sooner',
      ['[offset:+500]', '[00:01.00]a', '[00:02.00]b'],
      [
        [500, 1500, 'a'],
        [1500, 1500, 'b'],
      ],
    ],
    [
      'an offset, which shows them later',
      ['[00:01.00]a', '[00:02.00]b', '[offset: -500]'],
      [
        [1500, 2500, 'a'],
        [2500, 2500, 'b'],
      ],
    ],
    ['an offset beyond the beginning', ['[offset:5000]', '[00:01.00]a', '[00:07.00]'], [[0, 2000, 'a']]],
    ['text that is none', ['hello', '[by:me]', '[00:01.00]a', '[Chorus]', '[00:02.00]'], [[1000, 2000, 'a']]],
    [
      'lines without a time, which continue the one before',
      ['hello', '[00:01.00][00:05.00]a', 'b', '', '[Chorus]', 'c', '[00:02.00]', 'd', '[00:03.00]'],
      [
        [1000, 2000, 'a b c'],
        [2000, 3000, 'd'],
        [5000, 5000, 'a b c'],
      ],
    ],
    ['brackets in text', ['[00:01.00][x] a', '[00:02.00]'], [[1000, 2000, '[x] a']]],
  ])('reads %s', (_, lines, expected) => expect(cues(...lines)).toEqual(expected))

  test('reads words', () => {
    expect(parseLrc('[00:01.00] <00:01.00> When <00:01.50> the <00:02.00>\n[00:04.00]end')).toEqual({
      cues: [
        {
          startMs: 1000,
          endMs: 2000,
          text: 'When the',
          words: [
            { startMs: 1000, endMs: 1500, text: 'When' },
            { startMs: 1500, endMs: 2000, text: 'the' },
          ],
        },
        { startMs: 4000, endMs: 4000, text: 'end' },
      ],
      dropped: 0,
    })
  })

  test('a line that has only the time of a word, or none with text, adds no space', () => {
    expect(cues('[00:01.00]a', '<00:02.00>', '[00:03.00]', 'b', '[00:04.00]')).toEqual([
      [1000, 3000, 'a'],
      [3000, 4000, 'b'],
    ])
  })

  test('reads words of a line without a time', () => {
    expect(parseLrc('[00:01.00]<00:01.00>one <00:02.00>two<00:03.00>\nthree\n[00:05.00]').cues).toMatchObject([
      { text: 'one two three', words: [{ text: 'one' }, { text: 'two' }, { startMs: 3000, text: 'three' }] },
    ])
  })

  test('moves the words of a repeated line', () => {
    const [, again] = parseLrc('[00:01.00][00:11.00]one <00:02.00>two\n[00:03.00]\n[00:13.00]').cues
    expect(again?.words).toEqual([
      { startMs: 11_000, endMs: 12_000, text: 'one' },
      { startMs: 12_000, endMs: 13_000, text: 'two' },
    ])
  })

  test('counts what it leaves out: unreadable times, and what repeats without end', () => {
    expect(parseLrc('[00:xx.00]a\n[00:01.00]b').dropped).toBe(1)
    expect(parseLrc(`${'[00:01.00]'.repeat(40)}a`)).toMatchObject({ dropped: 8 })
    expect(parseLrc(`[00:01.00][00:02.00]${'a'.repeat(400)}`)).toMatchObject({ dropped: 1 })
    expect(parseLrc(`[00:01.00][00:02.00]a\n${'b'.repeat(400)}`)).toMatchObject({ dropped: 1 })
  })
})
