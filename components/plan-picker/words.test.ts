import { expect, test } from 'vitest'
import { discountInWords, formatAmount, formatMinutes, priceInWords } from './words'

test.each([
  [0, '0 min', '0 min'],
  [1, '1 min', '0 min'],
  [900, '15 min', '15 min'],
  [3_900, '1 h 5 min', '1 h 5 min'],
  [180_000, '50 h', '50 h'],
  [2_147_483_647, '596,523 h 15 min', '596,523 h 14 min'],
])('%d seconds used are %s, left %s', (seconds, used, left) => {
  expect([formatMinutes(seconds, 'up'), formatMinutes(seconds, 'down')]).toEqual([used, left])
})

test.each([
  [900, 'usd', '$9'],
  [950, 'usd', '$9.50'],
  [500, 'jpy', '¥500'],
  [1_234_500, 'eur', '€12,345'],
  [1_500, 'kwd', 'KWD 1.500'],
])('%d of %s is %s', (amount, currency, words) => {
  expect(formatAmount(amount, currency).replaceAll('\u00a0', ' ')).toBe(words)
})

test('a plan without a price has none to show', () => {
  expect(priceInWords({ tier: 'pro', amount: null, currency: null, interval: null })).toBeNull()
  expect(priceInWords({ tier: 'free', amount: 0, currency: 'usd', interval: 'month' })).toEqual({
    amount: '$0',
    every: '',
  })
})

test('a discount says how much, with what and until when', () => {
  const discount = { type: 'percentage', basis_points: 1250, amount: null, currency: null, product_ids: [], tiers: [] }
  const words = discountInWords({
    ...discount,
    name: null,
    code: 'SPRING',
    starts_at: null,
    ends_at: '2027-03-01T00:00:00Z',
  })
  expect(words).toBe('12.5% off with SPRING until March 1, 2027')
})
