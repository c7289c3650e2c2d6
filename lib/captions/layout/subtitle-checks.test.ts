import { expect, test } from 'vitest'
import { checkCues } from './subtitle-checks'
import { USUAL_LAYOUT } from './subtitle-layout'

const cue = (startMs: number, endMs: number, ...lines: string[]) => ({ startMs, endMs, lines })

test('cues that keep all rules have no findings', () => {
  const cues = [cue(0, 1000, 'x'.repeat(20)), cue(1083, 1917, 'a', 'b'), cue(2000, 9000, 'c'.repeat(42))]
  expect([...checkCues(cues)]).toEqual([])
})

test('each rule names its cue, what it has, and what it may have', () => {
  const cues = [
    cue(0, 1000, 'x'.repeat(21)),
    cue(2000, 5000, 'y'.repeat(43)),
    cue(6000, 8000, 'a', 'b', 'c'),
    cue(9000, 9800, 'z'),
    cue(10_000, 17_001, 'z'),
    cue(17_083, 18_000, 'z'),
    cue(18_000, 19_000, 'z'),
  ]
  expect([...checkCues(cues)]).toEqual([
    { cue: 1, rule: 'reading_speed', value: 21, limit: 20 },
    { cue: 2, rule: 'line_length', value: 43, limit: 42 },
    { cue: 3, rule: 'line_count', value: 3, limit: 2 },
    { cue: 4, rule: 'too_short', value: 800, limit: 834 },
    { cue: 5, rule: 'too_long', value: 7001, limit: 7000 },
    { cue: 5, rule: 'gap', value: 82, limit: 83 },
    { cue: 6, rule: 'gap', value: 0, limit: 83 },
  ])
})

test.each([
  ['Japanese', 'か', 26, 8],
  ['Chinese', '字', 32, 18],
  ['Korean', '한', 32, 24],
])('%s is checked by the limits of its script, and a wide character takes two columns', (_, wide, line, speed) => {
  const columns = (count: number) => wide.repeat(count / 2)
  const cues = [
    cue(0, 7000, columns(line)),
    cue(8000, 9000, columns(speed + 2)),
    cue(10_000, 17_000, columns(line + 2)),
  ]
  expect([...checkCues(cues)]).toEqual([
    { cue: 2, rule: 'reading_speed', value: speed + 2, limit: speed },
    { cue: 3, rule: 'line_length', value: line + 2, limit: line },
  ])
})

test('the limits are those of the layout', () => {
  const layout = { ...USUAL_LAYOUT, maxLineLength: 10, maxLines: 1, maxMs: 2000 }
  expect([...checkCues([cue(0, 3000, 'eleven chars', 'b')], layout)].map(({ rule, limit }) => [rule, limit])).toEqual([
    ['line_length', 10],
    ['line_count', 1],
    ['too_long', 2000],
  ])
})
