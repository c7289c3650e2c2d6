import { runCheck } from '../checks/check'
import type { LiveChecks, Probe, ProbeResult } from '../contract'
import { checkNetwork } from './check-network'
import { type ProbeLimits, probePlatform } from './probe-platform'
import { configuredProbes } from './read-probes'

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
 * out. Neither remembered answers nor open circuit breakers are heeded, and the status counts nothing of it.
 */
export async function checkPlatforms({ probes, signal, limits }: Options): Promise<LiveChecks> {
  const asked = probes ?? configuredProbes()
  const network = await runCheck('network', () => checkNetwork(asked))
  return { network, platforms: network.status === 'failed' ? [] : await probeAll(asked, signal, limits) }
}
