import { isIPv6 } from 'node:net'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { isAddedPort, judgeUrl } from '../guard/judge-url'
import type { EgressRefusal } from './egress-grant'

export type Target = { host: string; port: number }

type Judgement = { target: Target } | { refusal: EgressRefusal }

/** The host and port of a CONNECT request (RFC 9110 §9.3.6): nothing of a user name, a path or white space. */
const AUTHORITY = /^(\[[\da-f:.]+\]|[^\s/?#@:[\]\\]+|[\da-f:.]+):(\d{1,5})$/i

/** Whether a grant lets its child reach a public host. */
type Allows = (host: string) => boolean

/** Judges a host whatever the port is: a private address is the worse of the two. */
function judge(named: string, port: number, allows: Allows): Judgement {
  const link = `https://${named}`
  try {
    const host = judgeUrl(link).hostname
    return allows(host) ? { target: { host, port } } : { refusal: { host, reason: 'host_not_allowed' } }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const host = parseUrl(link)?.hostname ?? ''
    return { refusal: { host, reason: error.code === 'blocked_url' ? 'private_address' : 'malformed' } }
  }
}

/** Judges what a CONNECT request asks for, `host:port`. */
export function judgeAuthority(authority: string, allows: Allows): Judgement {
  const [, named = '', port = ''] = AUTHORITY.exec(authority) ?? []
  // Python leaves the brackets of an IPv6 address out.
  const host = isIPv6(named) ? `[${named}]` : named
  if (host === '') return { refusal: { host: '', reason: 'malformed' } }
  const judged = judge(host, Number(port), allows)
  const isOpen = port === '443' || port === '80' || (isAddedPort(Number(port)) && !port.startsWith('0'))
  if ('refusal' in judged || isOpen) return judged
  return { refusal: { host: judged.target.host, reason: 'port_not_allowed' } }
}

/** Judges the link of a request in absolute form (RFC 9112 §3.2.2), which is always plain http. */
export function judgeAbsoluteForm(link: string, allows: Allows): Judgement & { path: string } {
  const url = parseUrl(link)
  if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '') {
    return { refusal: { host: url?.hostname ?? '', reason: 'malformed' }, path: '' }
  }
  const judged = judge(url.hostname, Number(url.port || 80), allows)
  const isOpen = url.port === '' || isAddedPort(Number(url.port))
  if ('refusal' in judged || isOpen) return { ...judged, path: url.pathname + url.search }
  return { refusal: { host: judged.target.host, reason: 'port_not_allowed' }, path: '' }
}
