import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * The IANA IPv4 special-purpose registry, multicast and class E, and the one platform address that looks public
 * (168.63.129.16 serves virtual machine metadata).
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** The only IPv6 block that IANA allocates public hosts from. */
const GLOBAL_UNICAST = '2000::/3'

/**
 * Special addresses inside that block: IETF protocol assignments with Teredo (2001::/32), documentation, 6to4, the
 * returned 6bone block, AS112. Mapped, compatible, NAT64, unique local, link-local, site-local and multicast addresses
 * lie outside of it.
 */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20']

function blocks(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix = ''] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

const specialIpv4 = blocks('ipv4', SPECIAL_IPV4)
const globalIpv6 = blocks('ipv6', [GLOBAL_UNICAST])
const specialIpv6 = blocks('ipv6', SPECIAL_IPV6)

/**
 * Whether an IP address, as text without brackets, is a public unicast host by the IANA special-purpose registries
 * (RFC 6890). False for anything else: names, zone ids, and every IPv6 form that carries an IPv4 address inside.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !specialIpv4.check(ip, 'ipv4')
  if (!isIPv6(ip) || ip.includes('%')) return false
  return globalIpv6.check(ip, 'ipv6') && !specialIpv6.check(ip, 'ipv6')
}
