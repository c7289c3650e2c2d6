import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { isHostOf } from '@/lib/platforms/platforms'

export type EgressRefusal = {
  /** As far as it is known; never more of a link than this. */
  host: string
  reason:
    | 'private_address'
    | 'host_not_allowed'
    | 'port_not_allowed'
    | 'malformed'
    | 'too_many_bytes'
    | 'too_many_connections'
    | 'unreachable'
    | 'timeout'
}

export type GrantOptions = {
  /** Chooses the proxy behind this one: `EGRESS_PROXY_URL_<PLATFORM>`, else `EGRESS_PROXY_URL`. */
  platform: string
  /**
   * Host names with all below them: `tiktok.com` is `www.tiktok.com` too, and not `eviltiktok.com`. `public`: any public host, but only
   * so many different ones.
   */
  allowedHosts: readonly string[] | 'public'
  /** Hosts, with all below them, that are no public hosts to it. */
  refusedHosts?: readonly string[]
  /** Most bytes that may pass, both ways together; then everything is cut. */
  maxBytes: number
  /** Connections open at a time. Default 16. */
  maxConnections?: number
}

/** The egress of one child, for as long as it runs. */
export type Grant = {
  /** 128 random bits: who shows them to the proxy is this child. */
  token: string
  /** The proxy behind this one. */
  proxyUrl: string | undefined
  /** Whether its child may reach a public host. */
  allows: (host: string) => boolean
  maxBytes: number
  maxConnections: number
  bytes: number
  connections: Set<Duplex>
  refusals: EgressRefusal[]
}

const DEFAULT_MAX_CONNECTIONS = 16
/** A page, its API, its player and a content network or two. */
const MOST_PUBLIC_HOSTS = 24
const REFUSALS_KEPT = 100

function allowance({ allowedHosts, refusedHosts = [] }: GrantOptions): Grant['allows'] {
  if (allowedHosts !== 'public') return (host) => isHostOf(host, allowedHosts)
  const seen = new Set<string>()
  return (host) => {
    if (isHostOf(host, refusedHosts)) return false
    if (seen.size < MOST_PUBLIC_HOSTS) seen.add(host)
    return seen.has(host)
  }
}

/** A grant that nothing has been done with yet, for one child. `proxyUrl`: where it goes out by in turn. */
export function makeGrant(options: GrantOptions, proxyUrl: string | undefined): Grant {
  const { maxBytes, maxConnections } = options
  return {
    token: randomBytes(16).toString('hex'),
    proxyUrl,
    allows: allowance(options),
    maxBytes,
    maxConnections: maxConnections ?? DEFAULT_MAX_CONNECTIONS,
    bytes: 0,
    connections: new Set(),
    refusals: [],
  }
}

/** Notes a refusal, so that the code that started the child can report it. */
export function recordRefusal(grant: Grant, refusal: EgressRefusal): void {
  if (grant.refusals.length < REFUSALS_KEPT) grant.refusals.push(refusal)
}

/** Cuts everything that is open. */
export function cutConnections(grant: Grant): void {
  for (const connection of grant.connections) connection.destroy()
}
