import { expect, test } from 'vitest'
import { shareWork } from './share-work'

test('who asks for the same while it is done gets the same; afterwards it is done anew', async () => {
  let times = 0
  const work = async () => {
    times++
    await new Promise((resolve) => setImmediate(resolve))
    return times
  }
  expect(await Promise.all([shareWork('a', work), shareWork('a', work), shareWork('b', work)])).toEqual([2, 2, 2])
  expect(await shareWork('a', work)).toBe(3)
})

test('a failure is everybody’s, and is not kept', async () => {
  const failing = () => Promise.reject(new Error('no'))
  const both = await Promise.allSettled([shareWork('c', failing), shareWork('c', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await shareWork('c', async () => 'yes')).toBe('yes')
})
