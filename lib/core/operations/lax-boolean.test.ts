import { expect, test } from 'vitest'
import { z } from 'zod'
import { laxBoolean } from './lax-boolean'

test.each([true, 1, '1', 't', 'Y', 'On', 'YES', 'true'])('%j is true', (value) => {
  expect(z.parse(laxBoolean(), value)).toBe(true)
})

test.each([false, 0, '0', 'F', 'n', 'no', 'off', 'False'])('%j is false', (value) => {
  expect(z.parse(laxBoolean(), value)).toBe(false)
})

test.each([' true', '', 'yess', '10', 2, 0.5, null, undefined, [], ['true'], {}])('%j is neither', (value) => {
  expect(z.safeParse(laxBoolean(), value).success).toBe(false)
})

test('is a plain boolean in JSON Schema', () => {
  const schema = z.object({ flag: laxBoolean({ default: true }), sure: laxBoolean() })
  expect(schema.parse({ sure: 'no' })).toEqual({ flag: true, sure: false })
  expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
    properties: { flag: { type: 'boolean', default: true }, sure: { type: 'boolean' } },
    required: ['sure'],
  })
})
