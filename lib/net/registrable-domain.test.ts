import { expect, test } from 'vitest'
import { haveSameOwner, registrableDomain } from './registrable-domain'

test.each([
  ['example.com', 'example.com'],
  ['FEEDS.example.com.', 'example.com'],
  ['a.b.example.org', 'example.org'],
  ['feeds.bbci.co.uk', 'bbci.co.uk'],
  ['www.abc.net.au', 'abc.net.au'],
  ['feeds.npr.fm', 'npr.fm'],
  ['a.example.de', 'example.de'],
  ['feeds.someone.github.io', 'someone.github.io'],
  ['show.example', 'show.example'],
  ['co.uk', null],
  ['github.io', null],
  ['s3.amazonaws.com', null],
  ['93.184.216.34', null],
  ['[2606:2800::1]', null],
  ['localhost', null],
])('%s is under %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain)
})

test('two hosts have the same owner only when both are under one registered name', () => {
  expect(haveSameOwner('feeds.example.com', 'cdn.example.com')).toBe(true)
  expect(haveSameOwner('example.com', 'example.net')).toBe(false)
  expect(haveSameOwner('me.github.io', 'you.github.io')).toBe(false)
  expect(haveSameOwner('s3.amazonaws.com', 's3.amazonaws.com')).toBe(false)
  expect(haveSameOwner('93.184.216.34', '93.184.216.34')).toBe(false)
})
