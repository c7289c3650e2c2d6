import { expect, test } from 'vitest'
import { createMemoryBudget } from './memory-budget'

/** Whether a promise has settled by now. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  await new Promise(setImmediate)
  return (await Promise.race([work, Promise.resolve(pending)])) !== pending
}

test('children are admitted as long as they fit, and the least recently used of those at rest leave for the next', async () => {
  const budget = createMemoryBudget(100, 0)
  const left: string[] = []
  const [one, two] = [await budget.enter(40), await budget.enter(40)]
  one.rest(() => left.push('one'))
  two.rest(() => left.push('two'))
  one.work()
  one.rest(() => left.push('one'))
  await budget.enter(50)
  expect(left).toEqual(['two'])
})

test('a child waits for those at work, and takes the place of the first that rests', async () => {
  const budget = createMemoryBudget(100, 0)
  const [one, two] = [await budget.enter(50), await budget.enter(50)]
  const left: string[] = []
  const [third, fourth] = [budget.enter(50), budget.enter(50)]
  expect(await isSettled(third)).toBe(false)
  two.rest(() => left.push('two'))
  await third
  expect(left).toEqual(['two'])
  expect(await isSettled(fourth)).toBe(false)
  one.end()
  await fourth
})

test('a child larger than the whole budget is admitted alone', async () => {
  const budget = createMemoryBudget(100, 0)
  const large = await budget.enter(500)
  const small = budget.enter(10)
  expect(await isSettled(small)).toBe(false)
  large.end()
  await small
})

test('a child that has just been loaded stays for a while, and then leaves', async () => {
  const budget = createMemoryBudget(100, 200)
  const left: string[] = []
  const one = await budget.enter(80)
  one.rest(() => left.push('one'))
  const next = budget.enter(80)
  expect(await isSettled(next)).toBe(false)
  await next
  expect(left).toEqual(['one'])
})
