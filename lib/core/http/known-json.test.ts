import { expect, test } from 'vitest'
import { keepJson, piecesOf, toJson } from './known-json'

const lines = [{ text: 'A “word”', at: [0, 1] }, { text: '\u2028</script>' }]
const TEXT = 'A “word” \u2028</script> \ud800'
const bytes = keepJson(lines, [TEXT])

test.each<[string, unknown]>([
  ['a field whose JSON is known', { before: 1, lines, after: null }],
  ['a string beside it', { text: TEXT, lines, title: 'A “word”' }],
  ['a string that comes after it', { lines, text: TEXT }],
  ['the only field', { lines }],
  ['a string without it', { text: TEXT }],
  ['fields that are left out', { lines, missing: undefined, call: () => 1 }],
  ['a first field that is left out', { missing: undefined, lines, text: TEXT }],
  ['a name that needs escaping', { 'a"b': lines }],
  ['a body without one', { other: [1] }],
  ['a body that is known', lines],
  ['a list', [lines]],
  ['a string', 'words'],
  ['nothing', undefined],
])('%s is written as JSON.stringify writes it', (_, body) => {
  expect(toJson(body)?.toString()).toBe(JSON.stringify(body))
})

test('a text with characters wider than a byte comes in bytes, and any other as it is', () => {
  expect(toJson({ text: 'vbt_…' })).toEqual(Buffer.from('{"text":"vbt_…"}'))
  expect(toJson({ text: 'à la carte' })).toBe('{"text":"à la carte"}')
})

test('a value whose JSON is kept can no longer change', () => {
  expect(() => lines.push({ text: 'more' })).toThrow(TypeError)
  expect(() => lines[0]?.at?.push(2)).toThrow(TypeError)
  expect(() => Object.assign(lines[1] ?? {}, { text: '' })).toThrow(TypeError)
})

test('what is known is told apart in a body, and is the same in each', () => {
  const known = (body: unknown) => {
    const json = toJson(body)
    return json instanceof Uint8Array ? piecesOf(json)?.filter(({ isKnown }) => isKnown) : null
  }
  const [text, segments] = known({ id: 1, text: TEXT, lines }) ?? []
  expect((text?.bytes.byteLength ?? 0) + (segments?.bytes.byteLength ?? 0)).toBe(bytes)
  const again = known({ id: 2, text: TEXT, lines, more: 1 }) ?? []
  expect([again[0]?.bytes === text?.bytes, again[1]?.bytes === segments?.bytes]).toEqual([true, true])
  expect(known({ id: 1 })).toBeNull()
  expect(piecesOf(Buffer.from('{}'))).toBeNull()
})
