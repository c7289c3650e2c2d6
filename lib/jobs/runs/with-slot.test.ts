import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { setEnv } from '@/lib/core/env'
import { NoSlot, startSlotWait, withSlot } from './with-slot'

const never = new AbortController().signal

beforeEach(() => {
  setEnv({ BASE_URL: 'http://localhost:3000', SPEECH_CONCURRENCY: '2' })
})
afterEach(() => {
  clearSingleton('turns speech')
})

/** Work that runs until the test ends it, and the names of the work begun so far. */
function bench() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, owner = name, signal = never) =>
    withSlot('speech', owner, signal, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, add, end }
}

test('no more work runs at a time than there are slots', async () => {
  const { begun, add, end } = bench()
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => add(name)))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await all).toEqual(['a', 'b', 'c', 'd'])
})

test('a job with one chunk does not wait for a job with many', async () => {
  const { begun, add, end } = bench()
  const long = ['l1', 'l2', 'l3', 'l4', 'l5'].map((name) => add(name, 'long'))
  const short = [add('s1', 'short'), add('t1', 'third'), add('s2', 'short')]
  await new Promise(setImmediate)
  for (const name of ['l1', 'l2', 'l3', 's1', 't1', 'l4', 's2', 'l5']) await end(name)
  await Promise.all([...long, ...short])
  expect(begun).toEqual(['l1', 'l2', 'l3', 's1', 't1', 'l4', 's2', 'l5'])
})

test('aborted waiting and failing work both release their slot', async () => {
  const { begun, add, end } = bench()
  const leaving = new AbortController()
  const running = [add('a'), add('b')]
  const gone = add('c', 'c', leaving.signal)
  const last = add('d')
  leaving.abort(new Error('cancelled'))
  await expect(gone).rejects.toThrow('cancelled')
  await expect(
    withSlot('speech', 'e', AbortSignal.abort(new Error('too late')), () => Promise.resolve()),
  ).rejects.toThrow('too late')
  await end('a')
  expect(begun).toEqual(['a', 'b', 'd'])
  await end('b')
  await end('d')
  await Promise.all([...running, last])
  const failing = () => withSlot('speech', 'f', never, () => Promise.reject(new Error('failed')))
  for (let i = 0; i < 5; i++) await expect(failing()).rejects.toThrow('failed')
})

test('an owner that stops waiting leaves the line and, coming back, keeps its place', async () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, wait?: AbortSignal) => {
    const work = () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    }
    return withFairSlot({ name: 'speech', slots: 1 }, name, never, work, wait)
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  const first = ask('first')
  const impatient = new AbortController()
  const gone = ask('early', impatient.signal)
  const later = ask('later')
  impatient.abort(new NoSlot('speech', 5))
  await expect(gone).rejects.toBeInstanceOf(NoSlot)
  const back = ask('early')
  await end('first')
  expect(begun).toEqual(['first', 'early'])
  await end('early')
  await end('later')
  await Promise.all([first, back, later])
  expect(begun).toEqual(['first', 'early', 'later'])
})

test('with an Inngest server, waits for a slot are short, and work that has begun continues', async () => {
  vi.stubEnv('INNGEST_EVENT_KEY', 'event-key')
  vi.stubEnv('INNGEST_SIGNING_KEY', 'signkey-prod-ab12')
  vi.useFakeTimers()
  try {
    let resolve = (_: string) => {}
    const promise = new Promise<string>((settle) => {
      resolve = settle
    })
    const [one, two] = [1, 2].map(() => withSlot('speech', 'busy', never, () => promise))
    const refused = withSlot('speech', 'waits', never, () => Promise.resolve('begun')).catch((error: unknown) => error)
    // A round that has something under way waits for more until its end.
    const round = startSlotWait('speech', 90_000)
    const busy = round.during(() => promise)
    const patient = withSlot('speech', 'round', never, () => Promise.resolve('begun'), round).catch(
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await refused).toMatchObject({ name: 'NoSlot', seconds: 5 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await patient).toMatchObject({ name: 'NoSlot', seconds: 0 })
    resolve('heard')
    expect(await Promise.all([one, two, busy])).toEqual(['heard', 'heard', 'heard'])
    round.stop()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  }
})

test('the embedded executor lets its runs wait in this process for as long as it takes', () => {
  expect(startSlotWait('speech', 1).signal).toBeUndefined()
})
