import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { raceDeadline, withDeadline } from '@/lib/core/concurrency/start-deadline'
import { egressProxyUrl } from '@/lib/net/egress-dispatcher'
import { errorWords, type Finding, failed, ok } from '../checks/check'
import type { Probe } from '../contract'

const LIMIT_MS = 5_000

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Whether something listens at an address; null: it does, else why not. */
async function whyUnreachable(address: URL): Promise<string | null> {
  const socket = connect({ host: address.hostname.replace(/^\[|\]$/g, ''), port: portOf(address) })
  try {
    await withDeadline({ timeoutMs: LIMIT_MS }, (signal) => once(socket, 'connect', { signal }))
    return null
  } catch (error) {
    return errorWords(error)
  } finally {
    socket.destroy()
  }
}

/** Whether a name can be resolved; null: it can, else why not. */
async function whyUnresolved(host: string): Promise<string | null> {
  const late = () => new Error('the name server did not answer')
  try {
    await raceDeadline({ timeoutMs: LIMIT_MS, late }, lookup(host))
    return null
  } catch (error) {
    return errorWords(error)
  }
}

/**
 * Whether this machine reaches anything of what is to be asked: through its proxies, or, where there are none, by the name
 * of at least one platform. Says nothing about a single platform.
 */
export async function checkNetwork(probes: readonly Probe[]): Promise<Finding> {
  const proxies = [...new Set(probes.flatMap(({ platform }) => egressProxyUrl(platform) ?? []))]
  const hosts = probes.filter(({ platform }) => !egressProxyUrl(platform)).map(({ url }) => new URL(url).hostname)
  const reasons = await Promise.all([
    ...proxies.map((proxy) => whyUnreachable(new URL(proxy))),
    ...[...new Set(hosts)].map(whyUnresolved),
  ])
  if (reasons.length === 0) return ok('Nothing to check.')
  if (reasons.includes(null)) return ok(proxies.length > 0 ? 'The proxy can be reached.' : 'Platform names resolve.')
  return failed(
    `${proxies.length > 0 ? 'No proxy can be reached' : 'No platform name resolves'}: ${reasons[0]}. No platform was checked.`,
    proxies.length > 0
      ? 'Check EGRESS_PROXY_URL, and whether the proxy runs.'
      : 'Check the network and the name servers of this machine, or set EGRESS_PROXY_URL.',
  )
}
