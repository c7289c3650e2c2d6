import { expect, test } from 'vitest'
import { singleFlight } from './single-flight'

test('a caller who asks for running work gets its result; afterwards it is done anew', async () => {
  let times = 0
  const work = async () => {
    times++
    await new Promise((resolve) => setImmediate(resolve))
    return times
  }
  expect(await Promise.all([singleFlight('a', work), singleFlight('a', work), singleFlight('b', work)])).toEqual([
    2, 2, 2,
  ])
  expect(await singleFlight('a', work)).toBe(3)
})

test('a failure reaches every caller, and is not kept', async () => {
  const failing = () => Promise.reject(new Error('no'))
  const both = await Promise.allSettled([singleFlight('c', failing), singleFlight('c', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await singleFlight('c', async () => 'yes')).toBe('yes')
})
