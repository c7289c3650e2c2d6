import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendNumber, appendText, appendUnit, newTextBuffer, readBuffer } from './text-buffer'

test('gives back any texts, letter by letter', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud800', '\udc00', '\ufffd', '\ufeff', '字'.repeat(9000), '👩‍👩‍👧'),
  )
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const buffer = newTextBuffer(0)
      for (const part of texts) appendText(buffer, part)
      expect(readBuffer(buffer)).toBe(texts.join(''))
    }),
  )
})

test('a pair of surrogates that comes unit by unit is a character', () => {
  const buffer = newTextBuffer(8)
  for (const unit of [0xd83d, 0xde00]) appendUnit(buffer, unit)
  expect(readBuffer(buffer)).toBe('😀')
})

test('writes every digit of a number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(2000), fc.nat(2 ** 31 - 1)), (value) => {
      const buffer = newTextBuffer(0)
      appendNumber(buffer, value)
      expect(readBuffer(buffer)).toBe(String(value))
    }),
  )
})
