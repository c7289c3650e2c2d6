import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseLaxInteger, queryInt } from './query-int'

describe('an integer as pydantic takes it', () => {
  test.each([
    ['5', 5],
    [' 5 ', 5],
    ['\u00a05\u3000', 5],
    ['\u00855', 5],
    ['+5', 5],
    ['-5', -5],
    ['00005', 5],
    ['0_5', 5],
    ['0__5', 5],
    ['1_000', 1000],
    ['1_0.0', 10],
    ['5.0 ', 5],
    ['1.0000', 1],
    ['-0.0', 0],
    [`${'0'.repeat(5000)}5`, 5],
    ['9'.repeat(4300), Number.MAX_SAFE_INTEGER],
    [`-${'9'.repeat(4299)}`, Number.MIN_SAFE_INTEGER],
    [true, 1],
    [7, 7],
    [1e300, Number.MAX_SAFE_INTEGER],
  ])('%j', (value, integer) => {
    expect(parseLaxInteger(value)).toBe(integer)
  })
})

describe('a value that is no integer', () => {
  const words = ' x 1.5 1. .0 ++5 +-5 _5 5_ _0 0_ 1__0 1.0_0 1_.0 0_.0 1e1 0x1 ٣ ５'.split(' ')

  test.each([...words, '  ', '- 5', '+ 5', '5 .0', '5\u0000', '\u200b5', '5\ufeff', '\u001c5', `+${'9'.repeat(4301)}`])(
    '%j',
    (text) => {
      expect(parseLaxInteger(text)).toMatchObject({ type: 'int_parsing' })
    },
  )

  test.each([
    ['9'.repeat(4301), 'int_parsing_size'],
    [`-${'9'.repeat(4300)}`, 'int_parsing_size'],
    [1.5, 'int_from_float'],
    [Number.POSITIVE_INFINITY, 'finite_number'],
    [null, 'int_type'],
    [{}, 'int_type'],
  ])('%j', (value, type) => {
    expect(parseLaxInteger(value)).toMatchObject({ type })
  })
})

test('every safe integer is itself', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (integer) => {
      expect(parseLaxInteger(String(integer))).toBe(integer)
    }),
  )
})

test('a default replaces only an absent value', () => {
  const schema = z.object({ limit: queryInt({ min: 1, max: 100, default: 20 }) })
  expect(schema.parse({})).toEqual({ limit: 20 })
  expect(schema.safeParse({ limit: '' }).success).toBe(false)
  expect(z.object({ limit: queryInt() }).safeParse({}).success).toBe(false)
  const sent: z.input<typeof schema> = {}
  expect(schema.parse(sent).limit.toFixed()).toBe('20')
})

test('is a plain integer in JSON Schema', () => {
  const schema = z.object({ limit: queryInt({ min: 1, max: 100, default: 20 }), page: queryInt({ min: 0, max: 9 }) })
  expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      page: { type: 'integer', minimum: 0, maximum: 9 },
    },
    required: ['page'],
  })
})
