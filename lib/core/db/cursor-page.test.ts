import { expect, test } from 'vitest'
import { newId } from '../ids'
import { afterId, readPage } from './cursor-page'

const LIST = [5, 4, 3, 2, 1]

function pageAfter(cursor: string | null, limit: number) {
  const left = LIST.filter((number) => cursor === null || number < Number(cursor))
  return readPage(limit, async (rows) => left.slice(0, rows), String)
}

test('the pages of a list have each of its rows once, and the last page has no cursor', async () => {
  const first = await pageAfter(null, 2)
  expect(first).toEqual({ rows: [5, 4], nextCursor: '4' })
  const second = await pageAfter(first.nextCursor, 2)
  expect(second).toEqual({ rows: [3, 2], nextCursor: '2' })
  expect(await pageAfter(second.nextCursor, 2)).toEqual({ rows: [1], nextCursor: null })
})

test('a page that ends with the list has no cursor, nor has the page of an empty list', async () => {
  expect(await pageAfter(null, 5)).toEqual({ rows: LIST, nextCursor: null })
  expect(await pageAfter('1', 5)).toEqual({ rows: [], nextCursor: null })
})

test('a cursor that is no ID leads to the first page', () => {
  const id = newId()
  expect(afterId(id)).toEqual({ id: { lt: id } })
  expect(afterId('next')).toEqual({})
  expect(afterId(undefined)).toEqual({})
})
