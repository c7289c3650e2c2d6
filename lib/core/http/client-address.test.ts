import { beforeEach, expect, test } from 'vitest'
import { setEnv } from '../env'
import { clientAddress } from './client-address'

const from = (forwarded?: string) => new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })

beforeEach(() => {
  setEnv({ BASE_URL: 'http://localhost:3000', TRUSTED_PROXIES: '0' })
})

test('without a proxy it is the other end of the connection, with any header from the caller', () => {
  expect(clientAddress(from('203.0.113.7'), '198.51.100.1')).toBe('198.51.100.1')
  expect(clientAddress(from(), '::ffff:198.51.100.1')).toBe('198.51.100.1')
})

test('behind proxies it is what the outermost of them was asked by', () => {
  setEnv({ TRUSTED_PROXIES: '1' })
  expect(clientAddress(from('6.6.6.6, 203.0.113.7'), '10.0.0.1')).toBe('203.0.113.7')
  setEnv({ TRUSTED_PROXIES: '2' })
  expect(clientAddress(from('6.6.6.6, 203.0.113.7,10.0.0.2'), '10.0.0.1')).toBe('203.0.113.7')
})

test('a client that bypassed some proxies is counted by the known address', () => {
  setEnv({ TRUSTED_PROXIES: '2' })
  expect(clientAddress(from('203.0.113.7'), '10.0.0.1')).toBe('203.0.113.7')
  expect(clientAddress(from(), '10.0.0.1')).toBe('10.0.0.1')
})

test('where the connection is not known, the last entry is', () => {
  expect(clientAddress(from('6.6.6.6, 203.0.113.7'), null)).toBe('203.0.113.7')
  expect(clientAddress(from(), null)).toBeNull()
})

test('the IPv6 addresses of one subscriber are one', () => {
  const half = '2001:db8:0:1::/64'
  for (const address of ['2001:db8:0:1::5', '2001:DB8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::%eth0']) {
    expect(clientAddress(from(), address)).toBe(half)
  }
  expect(clientAddress(from(), '::1')).toBe('0:0:0:0::/64')
  expect(clientAddress(from(), '64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64')
})

test('an entry of any length is read in no time', () => {
  setEnv({ TRUSTED_PROXIES: '1' })
  for (const part of [':', '[', '1.', '::ffff:', '%']) expect(clientAddress(from(part.repeat(20_000)), null)).toBeNull()
})

test.each([
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['unknown', null],
  ['_hidden', null],
  ['', null],
  ['203.0.113.700', null],
  ["1' or '1", null],
])('an entry %j is read as %j', (entry, address) => {
  setEnv({ TRUSTED_PROXIES: '1' })
  expect(clientAddress(from(entry), null)).toBe(address)
})
