import { expect, test } from 'vitest'
import { parseJsonBody } from './parse-json-body'
import { RequestInvalid } from './validation-detail'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function errorOf(rawBody: Uint8Array): unknown {
  try {
    return { value: parseJsonBody('application/json', rawBody) }
  } catch (error) {
    if (error instanceof RequestInvalid) return error.details
    throw error
  }
}

test.each([
  'application/json',
  'application/json; charset=utf-8',
  ' Application/JSON ',
  'application/vnd.api+JSON; x=y',
  'application/+json',
])('%j is JSON', (contentType) => {
  expect(parseJsonBody(contentType, encode('{"a":1}'))).toEqual({ a: 1 })
})

test.each([
  null,
  '',
  'json',
  'text/json',
  'application/json-seq',
  'application /json',
  'application/json foo',
  'application/json,text/plain',
  'application/json/x',
])('%j is not JSON: the body stays its text', (contentType) => {
  expect(parseJsonBody(contentType, encode('{"a":1}'))).toBe('{"a":1}')
})

test('bytes that are no text, of a type that is not JSON, become some text', () => {
  expect(parseJsonBody('image/png', Uint8Array.of(0xff, 0x61))).toBe('\ufffda')
})

test.each([null, new Uint8Array()])('without a body there is null', (rawBody) => {
  expect(parseJsonBody('application/json', rawBody)).toBeNull()
})

test('a byte order mark is no part of the text', () => {
  expect(parseJsonBody('application/json', encode('\ufeff{}'))).toEqual({})
})

test.each(['NaN', 'Infinity', '-Infinity'])('%s is no JSON', (literal) => {
  expect(errorOf(encode(`{"lang": ${literal}}`))).toEqual([
    { type: 'json_invalid', loc: ['body', 9], msg: 'JSON decode error', input: {}, ctx: { error: 'Expecting value' } },
  ])
})

test('malformed UTF-8 is reported with its position', () => {
  expect(JSON.stringify(errorOf(Uint8Array.of(...encode('{"😀'), 0xff, 0x22, 0x7d)))).toBe(
    '[{"type":"json_invalid","loc":["body",3],"msg":"JSON decode error","input":{},"ctx":{"error":"Invalid UTF-8: send the body encoded as UTF-8"}}]',
  )
})

test('64 KiB of open brackets are refused', () => {
  expect(errorOf(encode('['.repeat(65_536)))).toMatchObject([
    { type: 'json_invalid', loc: ['body', 500], ctx: { error: 'Nested deeper than 500 levels' } },
  ])
})
