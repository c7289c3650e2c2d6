import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address'

const SPECIAL = [
  ['this network', '0.0.0.0'],
  ['private', '10.1.2.3'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT, last', '100.127.255.255'],
  ['metadata in carrier-grade NAT', '100.100.100.200'],
  ['loopback', '127.0.0.1'],
  ['loopback, last', '127.255.255.255'],
  ['metadata with a public look', '168.63.129.16'],
  ['metadata', '169.254.169.254'],
  ['container metadata', '169.254.170.2'],
  ['private, first', '172.16.0.1'],
  ['private, last', '172.31.255.255'],
  ['IETF assignments', '192.0.0.192'],
  ['documentation 1', '192.0.2.1'],
  ['6to4 relay', '192.88.99.1'],
  ['private', '192.168.1.1'],
  ['benchmarking', '198.19.255.255'],
  ['documentation 2', '198.51.100.7'],
  ['documentation 3', '203.0.113.7'],
  ['multicast', '224.0.0.251'],
  ['class E', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped metadata in hexadecimal', '::ffff:a9fe:a9fe'],
  ['mapped public address', '::ffff:8.8.8.8'],
  ['translated', '::ffff:0:127.0.0.1'],
  ['compatible', '::127.0.0.1'],
  ['NAT64', '64:ff9b::169.254.169.254'],
  ['NAT64 for local use', '64:ff9b:1::10.0.0.1'],
  ['discard only', '100::1'],
  ['Teredo', '2001:0:7f00:1::'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['AS112', '2620:4f:8000::1'],
  ['6bone', '3ffe::1'],
  ['documentation, new', '3fff:0fff::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['metadata, unique local', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['a name', 'example.com'],
  ['brackets', '[2606:4700:4700::1111]'],
  ['a decimal number', '2130706433'],
  ['a short form', '127.1'],
  ['leading zeros', '0127.0.0.1'],
  ['nothing', ''],
] as const

describe('isPublicAddress', () => {
  it.each(SPECIAL)('refuses %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '223.255.255.255',
    '2001:200::1',
    '2003::1',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
  ])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('refuses every IPv4 address inside an IPv6 one', () => {
    const prefix = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', 'fe80::5efe:')
    fc.assert(fc.property(prefix, fc.ipV4(), (head, address) => !isPublicAddress(head + address)))
  })
})
