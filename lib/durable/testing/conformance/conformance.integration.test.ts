import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { callsOf, readTrace } from './call'
import { comparable, drive, runsOf } from './drive'
import { httpTarget } from './http-target'
import { embeddedTarget, type Target } from './target'

await useDatabase()

const golden = callsOf(await readTrace())

/** A server waits before it tries again as real ones do. */
const SERVER_LIMIT_MS = 300_000

type Start = { name: string; start: () => Promise<Target>; limitMs: number }

const targets: Start[] = [{ name: 'embedded', start: () => embeddedTarget(pool()), limitMs: 20_000 }]
const { INNGEST_CONFORMANCE_URL: url, INNGEST_CONFORMANCE_EVENT_KEY: eventKey } = process.env
const { INNGEST_CONFORMANCE_SIGNING_KEY: signingKey } = process.env
if (url) {
  const keys = eventKey && signingKey ? { eventKey, signingKey } : null
  targets.push({ name: url, start: () => httpTarget({ url, keys }), limitMs: SERVER_LIMIT_MS })
}

describe.each(targets)('$name', ({ start, limitMs }) => {
  let target: Target

  beforeAll(async () => {
    target = await start()
    await drive(target, golden, limitMs)
  }, 5 * limitMs)
  afterAll(() => target.stop())

  test.each([...golden])('%s is called as Inngest calls it', (fn, runs) => {
    expect(runsOf(target, fn).map(comparable)).toEqual(runs.map(comparable))
  })

  test('nothing else is called', () => {
    expect(Object.keys(target.calls).toSorted()).toEqual([...golden.keys()].toSorted())
  })
})
