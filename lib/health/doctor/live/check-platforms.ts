import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { raceDeadline, withDeadline } from '@/lib/core/concurrency/start-deadline'
import { egressProxyUrl } from '@/lib/net/egress-dispatcher'
import { errorWords, type Finding, failed, ok, runCheck } from '../checks/check'
import type { LiveChecks, Probe, ProbeResult } from '../contract'
import { type ProbeLimits, probePlatform } from './probe-platform'
import { configuredProbes } from './read-probes'

const NETWORK_LIMIT_MS = 5_000

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Whether something listens at an address; null: it does, else why not. */
async function whyUnreachable(address: URL): Promise<string | null> {
  const socket = connect({ host: address.hostname.replace(/^\[|\]$/g, ''), port: portOf(address) })
  try {
    await withDeadline({ timeoutMs: NETWORK_LIMIT_MS }, (signal) => once(socket, 'connect', { signal }))
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
    await raceDeadline({ timeoutMs: NETWORK_LIMIT_MS, late }, lookup(host))
    return null
  } catch (error) {
    return errorWords(error)
  }
}

/**
 * Whether this machine reaches anything of what is to be asked: through its proxies, or, where there are none, by the name
 * of at least one platform. Says nothing about a single platform.
 */
async function checkNetwork(probes: readonly Probe[]): Promise<Finding> {
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

/** With the limits of a probe, the answer comes within the five minutes that clients wait. */
const AT_ONCE = 4

type Options = {
  /** Null: the list of the service. */
  probes: readonly Probe[] | null
  signal: AbortSignal
  limits?: ProbeLimits
}

async function probeAll(probes: readonly Probe[], signal: AbortSignal, limits?: ProbeLimits): Promise<ProbeResult[]> {
  const results: ProbeResult[] = []
  const waiting = [...probes.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, probe] = next
      results[index] = await probePlatform(probe, signal, limits)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

/**
 * Asks each platform for a public recording: its captions, then its sound. Nothing is asked where the machine has no way
 * out. Neither remembered answers nor open circuit breakers are used, and the status counts nothing of it.
 */
export async function checkPlatforms({ probes, signal, limits }: Options): Promise<LiveChecks> {
  const asked = probes ?? configuredProbes()
  const network = await runCheck('network', () => checkNetwork(asked))
  return { network, platforms: network.status === 'failed' ? [] : await probeAll(asked, signal, limits) }
}
