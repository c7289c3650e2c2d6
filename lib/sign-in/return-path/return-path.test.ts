import { afterEach, beforeEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { rememberedPath, returnPath } from './return-path'

beforeEach(() => setEnv({ BASE_URL: 'https://verbatim.example' }))
afterEach(() => setEnv({ BASE_URL: '' }))

test.each([
  ['/', '/'],
  ['/connections', '/connections'],
  ['/device?user_code=BDWP-HQPK', '/device?user_code=BDWP-HQPK'],
  ['/transcripts/a?t=63#later', '/transcripts/a?t=63#later'],
  ['https://verbatim.example/key', '/key'],
  ['key', '/key'],
  ['/a/../key', '/key'],
])('%j leads to %j', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path)
})

test.each([
  null,
  undefined,
  '',
  'https://evil.example/',
  'http://verbatim.example/',
  'https://verbatim.example:8443/',
  'https://verbatim.example.evil.example/',
  'https://verbatim.example@evil.example/',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'data:text/html,a',
  `/${'a'.repeat(2_000)}`,
])('%j leads to the front page', (wanted) => {
  expect(returnPath(wanted)).toBe('/')
})

test('the return path is remembered and validated like any other address', () => {
  const cookie = (value: string) => `a=b; __Secure-next-auth.callback-url=${value}; c=d`
  expect(rememberedPath(cookie(encodeURIComponent('https://verbatim.example/key?a=b')))).toBe('/key?a=b')
  expect(rememberedPath(cookie(encodeURIComponent('https://evil.example/key')))).toBe('/')
  expect(rememberedPath(cookie('%'))).toBe('/')
  expect(rememberedPath(null)).toBe('/')
})
