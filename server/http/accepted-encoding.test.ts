import { expect, test } from 'vitest'
import { acceptedEncoding } from './accepted-encoding'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['gzip ; q=0.2,br ; q=0.2', 'br'],
  ['br;q=0, gzip;q=0.000', 'identity'],
  ['brotli, x-gzip', 'identity'],
  ['*', 'identity'],
  ['identity;q=0', 'identity'],
  ['', 'identity'],
  [', ;;=q"', 'identity'],
])('a request with Accept-Encoding: %s is answered with %s', (accepted, encoding) => {
  expect(acceptedEncoding({ headers: { 'accept-encoding': accepted } })).toBe(encoding)
})

test('a request without Accept-Encoding is answered plainly', () => {
  expect(acceptedEncoding({ headers: {} })).toBe('identity')
})
