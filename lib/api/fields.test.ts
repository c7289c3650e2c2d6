import { expect, test } from 'vitest'
import { TABLES } from './fields'

test('each field is in only one table', () => {
  const names = TABLES.flatMap((table) => Object.keys(table))
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
