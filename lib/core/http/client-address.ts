import { isIPv4, isIPv6 } from 'node:net'
import { env } from '../env'

const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i
const WITH_PORT = /^(?:\[([^\]]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/

/** The network of one subscriber: one IPv6 address comes with at least a /64. */
function firstHalf(address: string): string {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`
}

function canonical(entry: string | undefined): string | null {
  const written = entry?.trim().replace(/%.{0,30}$/, '') ?? ''
  const match = WITH_PORT.exec(written)
  const address = match?.[1] ?? match?.[2] ?? written
  const ipv4 = MAPPED_IPV4.exec(address)?.[1] ?? address
  if (isIPv4(ipv4)) return ipv4
  return isIPv6(address) ? firstHalf(address) : null
}

/**
 * The network address of a request's sender, for rate limits: an IPv4 address, or the /64 of an IPv6 one; null when
 * unknown. `peer` is the other end of the connection. Each of the `TRUSTED_PROXIES` appends its client to
 * `X-Forwarded-For`; clients can forge the entries before those, so they are ignored. When the peer is unknown (Next
 * runs without our server), the header's last entry is added by Next or its host.
 */
export function clientAddress(headers: Pick<Headers, 'get'>, peer: string | null): string | null {
  const proxies = peer === null ? Math.max(1, env().TRUSTED_PROXIES) : env().TRUSTED_PROXIES
  if (proxies === 0) return canonical(peer ?? undefined)
  const forwarded = headers.get('x-forwarded-for')?.split(',') ?? []
  return canonical(forwarded.at(-proxies) ?? forwarded[0] ?? peer ?? undefined)
}
