import { expect, test } from 'vitest'
import { checkCues } from './subtitle-checks'
import { USUAL_LAYOUT } from './subtitle-layout'

const cue = (startMs: number, endMs: number, ...lines: string[]) => ({ startMs, endMs, lines })

test('cues that keep all rules have no findings', () => {
  const cues = [cue(0, 1000, 'x'.repeat(20)), cue(1000, 1834, 'a', 'b'), cue(1917, 8917, 'c'.repeat(42))]
  expect([...checkCues(cues)]).toEqual([])
})

test('each rule names its cue, what it has, and what it may have', () => {
  const cues = [
    cue(0, 1000, 'x'.repeat(21)),
    cue(1000, 4000, 'y'.repeat(43)),
    cue(4000, 6000, 'a', 'b', 'c'),
    cue(6000, 6800, 'z'),
    cue(6800, 13_801, 'z'),
    cue(13_883, 15_000, 'z'),
  ]
  expect([...checkCues(cues)]).toEqual([
    { cue: 1, rule: 'reading_speed', value: 21, limit: 20 },
    { cue: 2, rule: 'line_length', value: 43, limit: 42 },
    { cue: 3, rule: 'line_count', value: 3, limit: 2 },
    { cue: 4, rule: 'too_short', value: 800, limit: 834 },
    { cue: 5, rule: 'too_long', value: 7001, limit: 7000 },
    { cue: 5, rule: 'gap', value: 82, limit: 83 },
  ])
})

test('wide characters take two columns, and lines of them may have 32', () => {
  expect([...checkCues([cue(0, 5000, '字'.repeat(17))])]).toEqual([
    { cue: 1, rule: 'line_length', value: 34, limit: 32 },
  ])
  expect([...checkCues([cue(0, 1000, '字'.repeat(11))])]).toMatchObject([{ rule: 'reading_speed', value: 22 }])
})

test('the limits are those of the layout', () => {
  const layout = { ...USUAL_LAYOUT, maxLineLength: 10, maxLines: 1, maxMs: 2000 }
  expect([...checkCues([cue(0, 3000, 'eleven chars', 'b')], layout)].map(({ rule, limit }) => [rule, limit])).toEqual([
    ['line_length', 10],
    ['line_count', 1],
    ['too_long', 2000],
  ])
})
