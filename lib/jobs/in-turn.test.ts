import { afterEach, beforeEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/platform/env'
import { forgetSingleton } from '@/lib/platform/singleton'
import { inTurn } from './in-turn'

const never = new AbortController().signal

beforeEach(() => {
  setEnv({ BASE_URL: 'http://localhost:3000', SPEECH_CONCURRENCY: '2' })
})
afterEach(() => {
  forgetSingleton('turns speech')
})

/** Work that goes on until it is told to end, and what has begun so far. */
function bench() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, owner = name, signal = never) =>
    inTurn('speech', owner, signal, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, add, end }
}

test('no more is done at a time than there are places', async () => {
  const { begun, add, end } = bench()
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => add(name)))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await all).toEqual(['a', 'b', 'c', 'd'])
})

test('a job with one piece does not wait for another with many', async () => {
  const { begun, add, end } = bench()
  const long = ['l1', 'l2', 'l3', 'l4', 'l5'].map((name) => add(name, 'long'))
  const short = [add('s1', 'short'), add('t1', 'third'), add('s2', 'short')]
  await new Promise(setImmediate)
  for (const name of ['l1', 'l2', 'l3', 's1', 't1', 'l4', 's2', 'l5']) await end(name)
  await Promise.all([...long, ...short])
  expect(begun).toEqual(['l1', 'l2', 'l3', 's1', 't1', 'l4', 's2', 'l5'])
})

test('who goes away while waiting leaves no gap, and what fails gives its place back', async () => {
  const { begun, add, end } = bench()
  const leaving = new AbortController()
  const running = [add('a'), add('b')]
  const gone = add('c', 'c', leaving.signal)
  const last = add('d')
  leaving.abort(new Error('cancelled'))
  await expect(gone).rejects.toThrow('cancelled')
  await expect(
    inTurn('speech', 'e', AbortSignal.abort(new Error('too late')), () => Promise.resolve()),
  ).rejects.toThrow('too late')
  await end('a')
  expect(begun).toEqual(['a', 'b', 'd'])
  await end('b')
  await end('d')
  await Promise.all([...running, last])
  const failing = () => inTurn('speech', 'f', never, () => Promise.reject(new Error('failed')))
  for (let i = 0; i < 5; i++) await expect(failing()).rejects.toThrow('failed')
})
