import { describe, expect, test } from 'vitest'
import { describeQueue } from './queue-health'
import type { ExecutorState } from './tables/executor-state'

const WORKING: ExecutorState = { seenSecondsAgo: 3, doneSecondsAgo: 8, running: 2, waiting: 0, oldestSeconds: null }
const EMPTY = { count: 0, oldestSeconds: null }

function words(state: Partial<ExecutorState>, events = EMPTY as { count: number; oldestSeconds: number | null }) {
  return (hasRunsHere: boolean, upSeconds = 1000) =>
    describeQueue({ ...WORKING, ...state }, events, { hasRunsHere, upSeconds })
}

describe('a queue that is worked on is ok', () => {
  test.each([
    ['with nothing to do', { doneSecondsAgo: 9000 }],
    ['with work that has just come due', { waiting: 9, oldestSeconds: 59, doneSecondsAgo: 300 }],
    ['with a long backlog of which something was just done', { waiting: 4000, oldestSeconds: 900, doneSecondsAgo: 2 }],
  ])('%s', (_name, state) => {
    expect(words(state)(true)).toMatch(/^ok /)
  })
})

describe('a queue that is not worked on says why', () => {
  test('work has been due for more than a minute and none was done', () => {
    const late = words({ waiting: 12, oldestSeconds: 95, doneSecondsAgo: 80 })
    expect(late(true)).toBe('late: 12 wait, the oldest for 95 s, and none was done in a minute')
    expect(words({ waiting: 1, oldestSeconds: 61, doneSecondsAgo: null })(true)).toMatch(/^late/)
  })

  test('no process runs the durable functions, which a starting one has a minute to do', () => {
    expect(words({ seenSecondsAgo: 75 })(true)).toBe('stopped: no process has run the durable functions for 75 s')
    expect(words({ seenSecondsAgo: null })(true)).toMatch(/^stopped/)
    expect(words({ seenSecondsAgo: null })(true, 59)).toMatch(/^ok/)
  })

  test('an Inngest server has three minutes between its calls', () => {
    expect(words({ seenSecondsAgo: 170 })(false)).toMatch(/^ok/)
    expect(words({ seenSecondsAgo: 190 })(false)).toBe('stopped: the Inngest server has not called for 190 s')
  })

  test('events are not taken', () => {
    expect(words({}, { count: 7, oldestSeconds: 61 })(false)).toBe('late: 7 events wait, the oldest for 61 s')
  })
})
