import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endWait, startWaitBudget } from './wait-budget'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('waiting ends before clients give up, and not before', () => {
  const { signal, stop } = startWaitBudget('a')
  vi.advanceTimersByTime(44_999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal.aborted).toBe(true)
  stop()
})

test('a call that is taken back waits no longer, and no other does', () => {
  const [first, twin, other] = [startWaitBudget('a'), startWaitBudget('a'), startWaitBudget('b')]
  endWait('a')
  endWait('unheard of')
  expect([first, twin, other].map(({ signal }) => signal.aborted)).toEqual([true, true, false])
  for (const { stop } of [first, twin, other]) stop()
})

test('a budget that is over is not ended', () => {
  const over = startWaitBudget('a')
  over.stop()
  const next = startWaitBudget('a')
  endWait('a')
  vi.runAllTimers()
  expect([over.signal.aborted, next.signal.aborted]).toEqual([false, true])
  next.stop()
  expect(vi.getTimerCount()).toBe(0)
})
