import { expect, test } from 'vitest'
import { parseUrl } from './parse-url'

test('an address is read, from a base where it needs one', () => {
  expect(parseUrl('https://a.example/b?c')?.href).toBe('https://a.example/b?c')
  expect(parseUrl('../d', 'https://a.example/b/c/')?.href).toBe('https://a.example/b/d')
  expect(parseUrl('//b.example', new URL('https://a.example'))?.href).toBe('https://b.example/')
})

test.each(['', 'nothing', '/path', 'https://', 'https://a b/', 'http://[::1'])('%j alone is none', (text) => {
  expect(parseUrl(text)).toBeNull()
})

test('a host with letters of other languages is one, however many addresses were read before', () => {
  for (let count = 0; count < 50_000; count++) expect.soft(parseUrl(`https://a.example/${count % 7}`)).not.toBeNull()
  for (const host of ['münchen.example', 'señor.example', '例え.example']) {
    expect(parseUrl(`https://${host}/`)?.hostname).toMatch(/^xn--/)
  }
})
