import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endWaiting, startPatience } from './patience'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('waiting ends before clients give up, and not before', () => {
  const { signal, done } = startPatience('a')
  vi.advanceTimersByTime(44_999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal.aborted).toBe(true)
  done()
})

test('a call that is taken back waits no longer, and no other does', () => {
  const [first, twin, other] = [startPatience('a'), startPatience('a'), startPatience('b')]
  endWaiting('a')
  endWaiting('unheard of')
  expect([first, twin, other].map(({ signal }) => signal.aborted)).toEqual([true, true, false])
  for (const { done } of [first, twin, other]) done()
})

test('what is over is not ended', () => {
  const over = startPatience('a')
  over.done()
  const next = startPatience('a')
  endWaiting('a')
  vi.runAllTimers()
  expect([over.signal.aborted, next.signal.aborted]).toEqual([false, true])
  next.done()
  expect(vi.getTimerCount()).toBe(0)
})
