import { expect, test } from 'vitest'
import { encodeJson, isLong } from './encode-json'

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n, text: `“${n}” 字\n` }))

test.each([1, 499, 500, 501, 1000, 1001])('a list of %d elements is written as JSON.stringify does', async (count) => {
  const body = {
    title: 'A "show"',
    missing: undefined,
    none: null,
    items: numbered(count),
    nested: { items: numbered(count), show: { title: 'x', items: numbered(count) } },
    last: [],
  }
  expect(new TextDecoder().decode(await encodeJson(body))).toBe(JSON.stringify(body))
})

test('only a body with a list of more than 500 elements is long', () => {
  expect(
    [
      numbered(501),
      [numbered(501)],
      null,
      'text',
      undefined,
      { items: numbered(500) },
      { items: [{ items: numbered(501) }] },
    ].map(isLong),
  ).not.toContain(true)
  expect(isLong({ items: numbered(501) })).toBe(true)
  expect(isLong({ show: { items: numbered(501) } })).toBe(true)
})

test('other requests have a turn while a long list is written', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await encodeJson({ items: numbered(5000) })
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(10)
})
