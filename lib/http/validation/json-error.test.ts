import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { jsonError, MAX_JSON_DEPTH } from './json-error'

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the words and positions of CPython', () => {
  test.each([
    ['', 0, 'Expecting value'],
    ['  ', 2, 'Expecting value'],
    ['{', 1, 'Expecting property name enclosed in double quotes'],
    ['{ ', 2, 'Expecting property name enclosed in double quotes'],
    ['{"a":1,}', 7, 'Expecting property name enclosed in double quotes'],
    ["{'a':1}", 1, 'Expecting property name enclosed in double quotes'],
    ['{"a" 1}', 5, "Expecting ':' delimiter"],
    ['{"a"', 4, "Expecting ':' delimiter"],
    ['{"a":', 5, 'Expecting value'],
    ['{"a":1 "b":2}', 7, "Expecting ',' delimiter"],
    ['{"a":1', 6, "Expecting ',' delimiter"],
    ['[', 1, 'Expecting value'],
    ['[1', 2, "Expecting ',' delimiter"],
    ['[1 2]', 3, "Expecting ',' delimiter"],
    ['[1,]', 3, 'Expecting value'],
    ['[1}', 2, "Expecting ',' delimiter"],
    [']', 0, 'Expecting value'],
    ['{} {}', 3, 'Extra data'],
    ['01', 1, 'Extra data'],
    ['1.', 1, 'Extra data'],
    ['1.e5', 1, 'Extra data'],
    ['1e', 1, 'Extra data'],
    ['-', 0, 'Expecting value'],
    ['+1', 0, 'Expecting value'],
    ['.5', 0, 'Expecting value'],
    ['nul', 0, 'Expecting value'],
    ['nulll', 4, 'Extra data'],
    ['\ufeff{}', 0, 'Expecting value'],
    ['"abc', 0, 'Unterminated string starting at'],
    ['"\\', 0, 'Unterminated string starting at'],
    ['"\\n', 0, 'Unterminated string starting at'],
    ['["a\nb"]', 3, 'Invalid control character at'],
    ['"\\x"', 1, 'Invalid \\escape'],
    ['"\\u12"', 2, 'Invalid \\uXXXX escape'],
    ['"\\u12G4"', 2, 'Invalid \\uXXXX escape'],
    ['"\\u1234', 2, 'Invalid \\uXXXX escape'],
    ['"\\ud83d\\uZZZZ"', 8, 'Invalid \\uXXXX escape'],
    ['["😀😀" x]', 6, "Expecting ',' delimiter"],
  ])('%j', (text, position, error) => {
    expect(jsonError(text)).toEqual({ position, error })
  })
})

test.each(['NaN', '[-Infinity]', '{"a":Infinity}'])('%s is no JSON', (text) => {
  expect(jsonError(text)?.error).toBe('Expecting value')
})

test('is deep only up to a limit', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
  expect(jsonError(nested(MAX_JSON_DEPTH))).toBeNull()
  expect(jsonError(nested(MAX_JSON_DEPTH + 2))).toEqual({
    position: MAX_JSON_DEPTH * 3,
    error: `Nested deeper than ${MAX_JSON_DEPTH} levels`,
  })
  expect(jsonError(`${'[],'.repeat(3 * MAX_JSON_DEPTH)}`)?.error).toBe('Extra data')
  expect(jsonError(`[${'[],'.repeat(3 * MAX_JSON_DEPTH)}[]]`)).toBeNull()
})

describe('agrees with JSON.parse', () => {
  const tokens = fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '\\',
        '\\u00e9',
        '\\n',
        '0',
        '-1.5e+3',
        'true',
        'null',
        ' ',
        '\n',
        '😀',
        '\u0001',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))
  const mutilated = fc
    .tuple(fc.json({ noUnicodeString: false }), fc.nat(), fc.nat({ max: 3 }), fc.string({ maxLength: 2 }))
    .map(([text, at, length, other]) => {
      const start = at % (text.length + 1)
      return text.slice(0, start) + other + text.slice(start + length)
    })

  test.each([
    ['of tokens', tokens],
    ['of mutilated JSON', mutilated],
    ['of any characters', fc.string({ unit: 'binary' })],
    ['of JSON', fc.json({ noUnicodeString: false })],
  ])('on texts %s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(jsonError(text) === null).toBe(parses(text))
      }),
      { numRuns: propertyRuns(2000) },
    )
  })
})
