import { randomUUID } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { Inngest } from 'inngest'
import { serve } from 'inngest/edge'
import type pg from 'pg'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { embeddedClientOptions } from '@/lib/durable/sdk/client-options'
import { sdkLogger } from '@/lib/durable/sdk/sdk-logger'
import { startExecutor } from '@/lib/durable/start-executor'

export type DurableRate = { runsPerSecond: number; p50Ms: number; p99Ms: number }

const RUNS = 1000
const SINGLE_RUNS = 200
const EVENTS_A_CALL = 100

/** How often something has happened; `reached` resolves when it has so many times. */
function makeCounter() {
  let count = 0
  let wanted = Number.POSITIVE_INFINITY
  let onReached = () => {}
  return {
    add: () => {
      if (++count === wanted) onReached()
    },
    reached: (times: number) =>
      new Promise<void>((resolve) => {
        ;[wanted, onReached] = [times, resolve]
        if (count >= times) resolve()
      }),
  }
}

/** A client, and what runs its functions until it is stopped. */
export type Runner = {
  client: Inngest
  start: (functions: Parameters<typeof serve>[0]['functions']) => Promise<{ stop: () => Promise<void> }>
}

export function embeddedRunner(pool: pg.Pool): Runner {
  const client = new Inngest({ id: 'bench', ...embeddedClientOptions(() => pool) })
  return { client, start: (functions) => startExecutor({ pool, handler: serve({ client, functions }) }) }
}

/** An Inngest server that reaches this machine's loopback. */
export function serverRunner(baseUrl: string, keys: { eventKey: string; signingKey: string }): Runner {
  const id = `bench-${randomUUID().slice(0, 8)}`
  const client = new Inngest({ id, baseUrl, isDev: false, ...keys, checkpointing: true, logger: sdkLogger })
  const start: Runner['start'] = async (functions) => {
    const { url, stop } = await listenOnLoopback((request, response) => listener(request, response))
    const listener = getRequestListener(serve({ client, functions, serveOrigin: url, servePath: '/api/inngest' }))
    const registered = await fetch(`${url}/api/inngest`, { method: 'PUT' })
    if (!registered.ok) throw new Error(`the server did not take the functions: ${await registered.text()}`)
    return { stop }
  }
  return { client, start }
}

/**
 * Measures runs of three empty steps: runs per second when all are sent concurrently, and the delay from an event to
 * its first step when they are sent one by one.
 */
export async function durableRate({ client, start }: Runner): Promise<DurableRate> {
  const firstSteps = new Map<number, () => void>()
  const ended = makeCounter()
  const threeSteps = client.createFunction(
    { id: 'three-steps', retries: 0, triggers: { event: 'bench/run' } },
    async ({ event, step }) => {
      const { run } = event.data as { run: number }
      await step.run('one', () => firstSteps.get(run)?.())
      await step.run('two', () => 2)
      await step.run('three', ended.add)
    },
  )
  const executor = await start([threeSteps])
  try {
    const startedAt = performance.now()
    for (let sent = 0; sent < RUNS; sent += EVENTS_A_CALL) {
      const events = Array.from({ length: EVENTS_A_CALL }, () => ({ name: 'bench/run', data: { run: -1 } }))
      await client.send(events)
    }
    await ended.reached(RUNS)
    const seconds = (performance.now() - startedAt) / 1000

    const times: number[] = []
    for (let run = 0; run < SINGLE_RUNS; run++) {
      const begun = new Promise<void>((resolve) => firstSteps.set(run, resolve))
      const sentAt = performance.now()
      await client.send({ name: 'bench/run', data: { run } })
      await begun
      times.push(performance.now() - sentAt)
      await ended.reached(RUNS + run + 1)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
    return { runsPerSecond: RUNS / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
  } finally {
    await executor.stop()
  }
}
