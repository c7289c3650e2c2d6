import { expect, test } from 'vitest'
import { keepJson, toJson } from './known-json'

const lines = [{ text: 'A “word”', at: [0, 1] }, { text: '\u2028</script>' }]
keepJson(lines)

test.each<[string, unknown]>([
  ['a field whose JSON is known', { before: 1, lines, after: null }],
  ['fields that are left out', { lines, missing: undefined, call: () => 1 }],
  ['a name that needs escaping', { 'a"b': lines }],
  ['a body without one', { other: [1] }],
  ['a list', [lines]],
  ['a string', 'words'],
  ['nothing', undefined],
])('%s is written as JSON.stringify writes it', (_, body) => {
  expect(toJson(body)).toBe(JSON.stringify(body))
})

test('a value whose JSON is kept can no longer change', () => {
  expect(() => lines.push({ text: 'more' })).toThrow(TypeError)
  expect(() => lines[0]?.at?.push(2)).toThrow(TypeError)
  expect(() => Object.assign(lines[1] ?? {}, { text: '' })).toThrow(TypeError)
})
