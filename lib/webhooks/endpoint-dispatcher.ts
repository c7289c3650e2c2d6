import { Agent, type Dispatcher } from 'undici'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { judgeUrl } from '@/lib/net/guard/judge-url'

const CONNECT_TIMEOUT_MS = 10_000

const NOT_PUBLIC = 'Messages go to public addresses on the default port only. Use one that is reachable from anywhere.'

function refuse(detail: string): never {
  throw new Problem('blocked_url', { detail, context: { field: 'url' } })
}

function parse(url: string): URL {
  const parsed = parseUrl(url)
  if (!parsed) throw new Problem('invalid_url', { context: { field: 'url' } })
  if (parsed.username !== '' || parsed.password !== '') {
    refuse('This address holds a user name or a password. Messages are signed instead; remove it.')
  }
  return parsed
}

/**
 * The address of an endpoint as it is kept: https on a public host. On a server for this machine alone http and private
 * hosts too, for trying things out. Throws `invalid_url` and `blocked_url`.
 */
export function endpointUrl(url: string): string {
  const parsed = parse(url)
  parsed.hash = ''
  if (env().localMode) {
    return /^https?:$/.test(parsed.protocol) ? parsed.href : refuse('Only http and https addresses can be told.')
  }
  if (parsed.protocol !== 'https:') refuse('Messages go to https addresses only. Use one that begins with https://.')
  if (parsed.port !== '') refuse(NOT_PUBLIC)
  try {
    return judgeUrl(parsed).href
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return refuse(NOT_PUBLIC)
  }
}

function isPublic(url: string): boolean {
  try {
    return judgeUrl(url).href !== ''
  } catch {
    return false
  }
}

/**
 * The way to an endpoint: the guarded one, which judges every address at the moment of connecting. On a server for this
 * machine alone a plain one to what is no public address by its name.
 */
export function endpointDispatcher(url: string): Dispatcher {
  if (!env().localMode || isPublic(url)) return egressDispatcher()
  return singleton('way-to-local-endpoints', () => new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } }))
}
