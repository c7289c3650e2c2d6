import { expect, test } from 'vitest'
import { inBatches } from './in-batches'

/** A question that is answered when the test says so. */
function held() {
  const batches: { keys: number[]; answer: (values: string[]) => void; fail: (error: Error) => void }[] = []
  const ask = inBatches(
    (keys: number[]) =>
      new Promise<string[]>((answer, fail) => {
        batches.push({ keys, answer, fail })
      }),
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { ask, batches, turn }
}

test('calls of the same tick are batched, and each gets the result for its own key', async () => {
  const { ask, batches, turn } = held()
  const asked = [1, 2, 1].map(ask)
  await turn()
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2, 1]])
  batches[0]?.answer(['one', 'two', 'one'])
  expect(await Promise.all(asked)).toEqual(['one', 'two', 'one'])
})

test('a call made while two batches run waits for the first to end', async () => {
  const { ask, batches, turn } = held()
  const first = ask(1)
  await turn()
  const second = ask(2)
  await turn()
  const others = [ask(3), ask(4)]
  await turn()
  expect(batches.map(({ keys }) => keys)).toEqual([[1], [2]])
  batches[1]?.answer(['two'])
  expect(await second).toBe('two')
  await turn()
  expect(batches[2]?.keys).toEqual([3, 4])
  batches[2]?.answer(['three', 'four'])
  batches[0]?.answer(['one'])
  expect(await Promise.all([first, ...others])).toEqual(['one', 'three', 'four'])
})

test('a failure rejects every call of its batch and no other', async () => {
  const { ask, batches, turn } = held()
  const failing = Promise.allSettled([ask(1), ask(2)])
  await turn()
  batches[0]?.fail(new Error('gone'))
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = ask(3)
  await turn()
  batches[1]?.answer(['three'])
  expect(await next).toBe('three')
})

test('answers that do not match their keys are an error, not another key’s answer', async () => {
  const { ask, batches, turn } = held()
  const asked = Promise.allSettled([ask(1), ask(2)])
  await turn()
  batches[0]?.answer(['one'])
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
