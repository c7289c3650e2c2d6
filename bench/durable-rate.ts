import { Inngest } from 'inngest'
import { serve } from 'inngest/edge'
import type pg from 'pg'
import { embeddedClientOptions } from '@/lib/durable/embedded-client-options'
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

/**
 * The embedded executor on runs of three steps that do nothing: how many a second, all sent at once; and, one after the
 * other, how long from an event to its first step.
 */
export async function durableRate(pool: pg.Pool): Promise<DurableRate> {
  const client = new Inngest({ id: 'bench', ...embeddedClientOptions(() => pool) })
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
  const executor = await startExecutor({ pool, handler: serve({ client, functions: [threeSteps] }) })
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
