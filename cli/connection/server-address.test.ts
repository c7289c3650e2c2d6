import { expect, test } from 'vitest'
import { serverAddress } from './server-address'

test('an address is kept in one spelling', () => {
  expect(serverAddress('HTTPS://Example.com:443/')).toBe('https://example.com')
  expect(serverAddress('http://localhost:3000/verbatim//')).toBe('http://localhost:3000/verbatim')
})

test.each(['example.com', 'ftp://example.com', 'https://a:b@example.com', 'https://example.com/?a=1', ''])(
  '"%s" is no server',
  (given) => {
    expect(() => serverAddress(given)).toThrow("isn't a server URL")
  },
)
