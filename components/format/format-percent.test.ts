import { expect, test } from 'vitest'
import { formatPercent } from './format-percent'

test.each([
  [0, '0%'],
  [0.29, '29%'],
  [0.57, '57%'],
  [0.999, '99%'],
  [1, '100%'],
])('%d is %s', (share, words) => {
  expect(formatPercent(share)).toBe(words)
})
