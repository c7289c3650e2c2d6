import { expect, test } from 'vitest'
import { formatAge } from './format-age'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:30Z', 'now'],
  ['2026-11-21T12:00:05Z', 'now'],
  ['2026-11-21T11:48:00Z', '12 min. ago'],
  ['2026-11-21T09:10:00Z', '2 hr. ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-18T11:00:00Z', '3 days ago'],
  ['2026-10-02T11:00:00Z', 'Oct 2'],
  ['2025-10-02T11:00:00Z', 'Oct 2, 2025'],
])('%s is %s', (moment, words) => {
  expect(formatAge(new Date(moment), now)).toBe(words)
})
