import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { utf8Error } from './parse-json-body'

test.each([
  ['a lone byte', [0x61, 0xff], 1],
  ['a truncated sequence', [0x61, 0xe2, 0x82, 0x61], 1],
  ['a sequence cut off by the end', [0x61, 0xf0, 0x9f, 0x98], 1],
  ['the beginning of U+FFFD', [0x61, 0xef, 0xbf, 0x61], 1],
  ['the beginning of U+FFFD at the end', [0xf0, 0x9f, 0x98, 0x80, 0xef, 0xbf], 1],
  ['a surrogate', [0xc3, 0xa9, 0xed, 0xa0, 0x80], 1],
  ['a lone continuation', [0xef, 0xbf, 0xbd, 0x80], 1],
])('%s', (_, bytes, position) => {
  expect(utf8Error(Uint8Array.from(bytes))).toBe(position)
})

test('is null exactly for UTF-8', () => {
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
    fc.array(fc.constantFrom(0x61, 0xef, 0xbf, 0xbd, 0xbb, 0xf0, 0x80)).map((values) => Uint8Array.from(values)),
  )
  fc.assert(
    fc.property(bytes, (value) => {
      expect(utf8Error(value) === null).toBe(isUtf8(value))
    }),
    { numRuns: propertyRuns(2000) },
  )
})
