import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineAt } from './follow-playback'

test('the last line that has begun', () => {
  const lines = [{ start: 1 }, { start: 4.5 }, { start: 9 }]
  expect([0, 0.99, 1, 4.4, 4.5, 100].map((seconds) => lineAt(lines, seconds))).toEqual([-1, -1, 0, 0, 1, 2])
  expect(lineAt([], 3)).toBe(-1)
})

test('agrees with a plain search', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(60), (starts, seconds) => {
      const lines = starts.sort((a, b) => a - b).map((start) => ({ start }))
      expect(lineAt(lines, seconds)).toBe(lines.findLastIndex(({ start }) => start <= seconds))
    }),
  )
})
