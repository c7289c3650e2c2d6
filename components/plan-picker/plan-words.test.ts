import { expect, test } from 'vitest'
import { discountInWords, priceInWords } from './plan-words'

test('a plan without a price has none to show', () => {
  expect(priceInWords({ tier: 'pro', seconds: 36_000, amount: null, currency: null, interval: null })).toBeNull()
  expect(priceInWords({ tier: 'free', seconds: 36_000, amount: 0, currency: 'usd', interval: 'month' })).toEqual({
    amount: '$0',
    every: '',
  })
})

test('a price says how often it is paid, in our words instead of the provider’s', () => {
  const plan = { tier: 'pro', seconds: 36_000, amount: 900, currency: 'usd' }
  expect(['month', 'year', 'fortnight'].map((interval) => priceInWords({ ...plan, interval })?.every)).toEqual([
    'per month',
    'per year',
    'fortnight',
  ])
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
