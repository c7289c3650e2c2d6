import { expect, test } from 'vitest'
import { isId, newId } from './ids'

test('an id is a UUID version 7 that contains its time', () => {
  const id = newId(1_645_557_742_000)
  expect(id).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(isId(id)).toBe(true)
})

test('ids differ, and sort by time', () => {
  const ids = Array.from({ length: 1000 }, (_, i) => newId(1_700_000_000_000 + i))
  expect(new Set(ids).size).toBe(1000)
  expect([...ids].sort()).toEqual(ids)
})

test.each(['', 'x', '017F22E2-79B0-7CC3-98C4-DC0C0C07398F', '017f22e279b07cc398c4dc0c0c07398f'])(
  '%j is no id',
  (text) => {
    expect(isId(text)).toBe(false)
  },
)
