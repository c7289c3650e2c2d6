import { expect, test } from 'vitest'
import { formatAmount } from './format-amount'

test.each([
  [900, 'usd', '$9'],
  [950, 'usd', '$9.50'],
  [500, 'jpy', '¥500'],
  [1_234_500, 'eur', '€12,345'],
  [1_500, 'kwd', 'KWD 1.500'],
])('%d of %s is %s', (amount, currency, words) => {
  expect(formatAmount(amount, currency).replaceAll('\u00a0', ' ')).toBe(words)
})
