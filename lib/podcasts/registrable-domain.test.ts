import { expect, test } from 'vitest'
import { registrableDomain } from './registrable-domain'

test.each([
  ['example.com', 'example.com'],
  ['FEEDS.example.com.', 'example.com'],
  ['a.b.example.org', 'example.org'],
  ['feeds.bbci.co.uk', 'bbci.co.uk'],
  ['www.abc.net.au', 'abc.net.au'],
  ['feeds.npr.fm', 'npr.fm'],
  ['a.example.de', 'example.de'],
  ['93.184.216.34', '93.184.216.34'],
  ['[2606:2800::1]', '[2606:2800::1]'],
  ['localhost', 'localhost'],
])('%s is under %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain)
})
