import { expect, test } from 'vitest'
import { formatTime } from './format-time'

test('a moment is written in the zone of the reader, and in UTC by the server', () => {
  process.env.TZ = 'America/Los_Angeles'
  const moment = '2026-12-01T00:03:04Z'
  const written = (isLocal: boolean) =>
    (['day', 'longDay', 'minute', 'second'] as const).map((form) =>
      formatTime(moment, form, isLocal).replaceAll('\u202f', ' '),
    )
  expect(written(true)).toEqual([
    'Nov 30, 2026',
    'November 30, 2026',
    'Nov 30, 4:03 PM PST',
    'Nov 30, 2026, 4:03:04 PM PST',
  ])
  expect(written(false)).toEqual([
    'Dec 1, 2026',
    'December 1, 2026',
    'Dec 1, 12:03 AM UTC',
    'Dec 1, 2026, 12:03:04 AM UTC',
  ])
})
