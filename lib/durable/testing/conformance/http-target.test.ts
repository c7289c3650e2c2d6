import { afterEach, expect, test } from 'vitest'
import { callsOf, type Exchange, readTrace } from './call'
import { comparable, drive, runsOf } from './drive'
import { httpTarget } from './http-target'
import { startReplayingServer } from './replaying-server'

const KEYS = { eventKey: 'event-key', signingKey: `signkey-test-${'0f'.repeat(32)}` }
const trace = await readTrace()
const golden = callsOf(trace)

const running: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop()
})

/** The functions that are called otherwise than was recorded. */
async function differing(exchanges: readonly Exchange[], keys: typeof KEYS | null): Promise<string[]> {
  const server = await startReplayingServer(exchanges, keys)
  running.push(server)
  const target = await httpTarget({ url: server.url, keys })
  running.push(target)
  await drive(target, golden, 20_000)
  expect(server.errors).toEqual([])
  const reported = (runs: ReturnType<typeof runsOf>) => JSON.stringify(runs.map(comparable))
  return [...golden.keys()].filter((fn) => reported(runsOf(target, fn)) !== reported(golden.get(fn) ?? []))
}

test.each([
  ['unsigned', null],
  ['signed', KEYS],
])('a server that calls as was recorded is found to do so: %s', async (_, keys) => {
  expect(await differing(trace, keys)).toEqual([])
})

test('a server that counts attempts or remembers results otherwise is found out', async () => {
  const altered = JSON.stringify(trace)
    .replace(/("attempt":)1(.{0,200}?"max_attempts":4)/, '$10$2')
    .replace(
      /"85777c03b72554cd08e721b6148dc27d2a50a7a6":null/,
      '"85777c03b72554cd08e721b6148dc27d2a50a7a6":{"data":null}',
    )
  expect(await differing(JSON.parse(altered), null)).toEqual(['timeout-wait', 'main'])
})

test('a server that does not know the signing key does not get the functions', async () => {
  const server = await startReplayingServer(trace, { ...KEYS, signingKey: 'signkey-test-abcd' })
  running.push(server)
  await expect(httpTarget({ url: server.url, keys: KEYS })).rejects.toThrow('did not take the functions')
})
