import { expect, test } from 'vitest'
import { parseJson } from './parse-json'

test('JSON becomes its value', () => {
  expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] })
})

test.each(['', '{', 'undefined', '<html>', '{"a":1} {"b":2}'])('%j, which is no JSON, becomes null', (text) => {
  expect(parseJson(text)).toBeNull()
})
