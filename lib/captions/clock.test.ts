import { describe, expect, test } from 'vitest'
import { formatClock, formatShortClock } from './clock'

const read = (clock: string) => {
  const [hours = '', minutes = '', seconds = '', ms = ''] = clock.split(/[:.,]/)
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms)
}

describe('formatClock', () => {
  test.each([
    [0, '00:00:00.000'],
    [359_999_999, '99:59:59.999'],
    [360_000_000, '100:00:00.000'],
    [4_442_400_001, '1234:00:00.001'],
  ])('%i ms is %s', (ms, clock) => {
    expect(formatClock(ms, '.')).toBe(clock)
    expect(formatClock(ms, ',')).toBe(clock.replace('.', ','))
  })

  test('every millisecond of an hour is exact', () => {
    const wrong: number[] = []
    for (let ms = 0; ms <= 3_600_000; ms++) {
      const clock = formatClock(ms, '.')
      if (clock.length !== 12 || read(clock) !== ms) wrong.push(ms)
    }
    expect(wrong).toEqual([])
  })
})

test.each([
  [0, '0:00'],
  [59_999, '0:59'],
  [750_000, '12:30'],
  [3_599_999, '59:59'],
  [3_723_000, '1:02:03'],
  [360_000_000, '100:00:00'],
])('formatShortClock(%i) is %s', (ms, clock) => expect(formatShortClock(ms)).toBe(clock))
