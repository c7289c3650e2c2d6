import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { startDeadline, withDeadline } from './start-deadline'

/** Collects the garbage now. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

it('ends when the time is up, also after the garbage was collected', async () => {
  const { signal } = new AbortController()
  const bounded = startDeadline({ signals: [signal], timeoutMs: 20 }).signal
  await new Promise(setImmediate)
  collect()
  await once(bounded, 'abort')
  expect(bounded.reason).toMatchObject({ name: 'TimeoutError' })
})

it('says that it was the time', async () => {
  const late = new Error('late')
  const deadline = startDeadline({ timeoutMs: 1, late: () => late })
  await expect(deadline.race(new Promise(() => undefined))).rejects.toBe(late)
  expect(deadline.isLate()).toBe(true)
})

it.each([0, 1])('ends with the reason of the signal that aborts: number %i', async (which) => {
  const sources = [new AbortController(), new AbortController()]
  const deadline = startDeadline({ signals: sources.map(({ signal }) => signal), timeoutMs: 60_000 })
  const reason = new Error('gone')
  sources[which]?.abort(reason)
  await expect(deadline.race(new Promise(() => undefined))).rejects.toBe(reason)
  expect(deadline.isLate()).toBe(false)
  deadline.stop()
})

it('has ended immediately when a signal is already aborted', () => {
  const { signal } = startDeadline({ signals: [AbortSignal.abort('gone')] })
  expect(signal.reason).toBe('gone')
})

it('removes its listeners from the signals when the work is over', async () => {
  const caller = new AbortController()
  let inner: AbortSignal | null = null
  const given = await withDeadline({ signals: [caller.signal], timeoutMs: 60_000 }, async (signal) => {
    inner = signal
    return 'done'
  })
  caller.abort()
  expect({ given, aborted: (inner as AbortSignal | null)?.aborted }).toEqual({ given: 'done', aborted: false })
})

it('leaves no listeners after a thousand uses of one signal', async () => {
  const lasting = new AbortController()
  const ended: WeakRef<AbortSignal>[] = []
  for (let at = 0; at < 1000; at++) {
    await withDeadline({ signals: [lasting.signal], timeoutMs: 60_000 }, async (signal) => {
      signal.addEventListener('abort', () => undefined)
      ended.push(new WeakRef(signal))
    })
  }
  await new Promise(setImmediate)
  collect()
  expect(ended.filter((ref) => ref.deref()).length).toBeLessThan(10)
})
