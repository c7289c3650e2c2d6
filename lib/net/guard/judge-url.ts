import { isIP } from 'node:net'
import { env } from '@/lib/core/env'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { isPublicAddress } from './public-address'

/**
 * Top-level names that no public server can have: RFC 6761, RFC 6762 (§3 and appendix G), RFC 8375, ICANN's `internal`.
 */
const LOCAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
]

function blocked(detail?: string): Problem {
  return new Problem('blocked_url', { context: { field: 'url' }, ...(detail === undefined ? {} : { detail }) })
}

function parse(input: string | URL): URL {
  const url = parseUrl(String(input))
  if (!url) throw new Problem('invalid_url', { context: { field: 'url' } })
  return url
}

/** Whether the operator lets links name a port beside the default ones, 80 and 443. */
export function isAddedPort(port: number): boolean {
  return env().LINK_PORTS.includes(port)
}

function portNotOpened(): Problem {
  const added = env().LINK_PORTS
  const ports = added.length === 0 ? 'default ports only, 80 and 443' : `ports 80, 443 and ${added.join(', ')} only`
  return blocked(
    `Links are opened on the ${ports}. Use a link without a port, or upload the file. The operator of this server can add a port by LINK_PORTS.`,
  )
}

function isLocalName(host: string): boolean {
  return !host.includes('.') || LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
}

/**
 * Checks a link from any source before it is opened: http or https, a port for links, no user name or password, and a
 * host that is a public address or a name that can be public. The WHATWG parser has already normalised every spelling of an
 * address (decimal, octal, hexadecimal, short, full-width). The addresses of a name are checked on connection.
 *
 * Returns the parsed link without the root dot of its host. Throws Problem `invalid_url` if the text is not a link, and
 * `blocked_url` for a refused link; neither reveals more about the link than the reason.
 */
export function judgeUrl(input: string | URL): URL {
  const url = parse(input)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw blocked('Only http and https links are opened. Paste the link of a web page or a file.')
  }
  if (url.username !== '' || url.password !== '') {
    throw blocked(
      'This link holds a user name or a password, so it is not opened. Remove it, or upload the file. Only the link of a feed may have them, where it is imported or watched.',
    )
  }
  if (url.port !== '' && !isAddedPort(Number(url.port))) throw portNotOpened()
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw blocked()
  } else if (host.split('.').includes('')) {
    throw new Problem('invalid_url', { context: { field: 'url' } })
  } else if (isLocalName(host)) {
    throw blocked()
  }
  return url
}
