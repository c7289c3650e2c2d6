import { expect, test } from 'vitest'
import { costLine } from './cost-line'

const cost = { items: 3, seconds: 7200, unknown: 0, reached: 3 }

test.each([
  ['what is known and reached', cost, 36_000, '3 new, 2 h. You have 10 h left, enough for this import.'],
  [
    'how far the rest of an allowance reaches',
    { ...cost, reached: 1 },
    3600,
    '3 new, 2 h. You have 1 h left, enough for 1 of them.',
  ],
  [
    'what is of unknown length',
    { items: 5, seconds: 90, unknown: 2, reached: 3 },
    3600,
    '5 new, 1:30, 2 of unknown length. You have 1 h left, enough for this import.',
  ],
  [
    'that nothing is known',
    { items: 2, seconds: 0, unknown: 2, reached: 0 },
    3600,
    '2 new, 2 of unknown length. You have 1 h left.',
  ],
  ['nothing of an allowance that is not counted', cost, 2_147_483_647, '3 new, 2 h.'],
  ['that there is nothing to pay', { ...cost, items: 0 }, 3600, 'Nothing to transcribe. No minutes will be used.'],
])('a cost says %s', (_name, one, remaining, line) => {
  expect(costLine(one, remaining)).toBe(line)
})
