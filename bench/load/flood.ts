import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { type Ask, toRate } from '@/bench/measure/measure-rate'

export type Flood = {
  answered: ReturnType<typeof toRate>
  shed: ReturnType<typeof toRate>
  /** Refusals that do not say when to come again, answers that are neither, connections that broke. */
  wrong: number
  health: ReturnType<typeof toRate>
}

const EVERY_MS = 100
/** The pause of a caller that has to wait two seconds. */
const TIMEOUT_MS = 500

/** How long /health takes, asked ten times a second until `isOver`. */
async function watchHealth(baseUrl: string, isOver: () => boolean) {
  const times: number[] = []
  let failed = 0
  while (!isOver()) {
    const startedAt = performance.now()
    const response = await fetch(`${baseUrl}/health`).catch(() => null)
    await response?.arrayBuffer()
    if (response?.status !== 200) failed++
    times.push(performance.now() - startedAt)
    await delay(EVERY_MS)
  }
  return { times, failed }
}

/** Keeps so many requests waiting for an answer at any time, for so long. */
export async function flood(baseUrl: string, asks: readonly Ask[], atOnce: number, seconds: number): Promise<Flood> {
  const dispatcher = new Agent({ connections: atOnce, pipelining: 1 })
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > seconds * 1000
  const [answered, shed]: [number[], number[]] = [[], []]
  let wrong = 0
  let turn = 0
  const client = async () => {
    while (!isOver()) {
      const { path, headers = {} } = asks[turn++ % asks.length] as Ask
      const sentAt = performance.now()
      const answer = await request(baseUrl + path, { headers, dispatcher }).catch(() => null)
      await answer?.body.dump()
      const ms = performance.now() - sentAt
      if (answer?.statusCode === 200) answered.push(ms)
      else if (answer?.statusCode === 503 && answer.headers['retry-after'] !== undefined) {
        shed.push(ms)
        await delay(TIMEOUT_MS)
      } else wrong++
    }
  }
  const [health] = await Promise.all([watchHealth(baseUrl, isOver), ...Array.from({ length: atOnce }, client)])
  await dispatcher.destroy()
  return {
    answered: toRate(answered, 0, seconds),
    shed: toRate(shed, 0, seconds),
    wrong,
    health: toRate(health.times, health.failed, seconds),
  }
}
