import { expect, test } from 'vitest'
import { groupByCycle } from './cycles.mjs'

test('things that need each other are in one group, and all others alone', () => {
  const needs = new Map([
    ['start', ['a', 'alone']],
    ['a', ['b', 'outside']],
    ['b', ['c']],
    ['c', ['a', 'd']],
    ['d', ['e', 'alone']],
    ['e', ['d']],
    ['alone', ['alone']],
  ])
  const groups = groupByCycle(needs).map((group) => group.sort())
  expect(groups.sort()).toEqual([['a', 'b', 'c'], ['alone'], ['d', 'e'], ['start']])
})
