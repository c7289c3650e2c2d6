import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import { countWaiting } from '@/lib/platform/concurrency/with-fair-slot'
import { setEnv } from '@/lib/platform/env'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'

const CORES = availableParallelism()
const FLOOD = 6 * CORES

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-fair-'))
const [log, go] = [path.join(folder, 'asked'), path.join(folder, 'go')]
/** Stands in for yt-dlp: takes down what it is asked for, waits until it may go on, and finds nothing. */
const program = path.join(folder, 'yt-dlp')
await writeFile(
  program,
  `#!/bin/sh
for link; do :; done
if [ "$link" = --version ]; then echo 2026.11.01; exit 0; fi
echo "$link" >> "${log}"
while [ ! -e "${go}" ]; do sleep 0.02; done
echo "ERROR: [twitter] 1: No video could be found in this tweet" >&2
exit 1
`,
  { mode: 0o755 },
)
await writeFile(log, '')
const origin = await startOrigin([])
const service = await useService({ YTDLP_PATH: program })
trustOrigin(origin)
setEnv({ YTDLP_PATH: program })
afterAll(async () => {
  await closeEgressProxy()
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})

const post = (id: number) => `https://x.com/i/status/${1_000_000_000_000_000_000n + BigInt(id)}`
const started = async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean)

test('a user who floods the service with links does not delay the look-ups of others, for transcripts and for languages', async () => {
  const [flooding, one, another] = [await newUser(), await newUser(), await newUser()]
  const ask = (key: string, id: number) => service.call('POST', '/v1/transcript', { key, body: { url: post(id) } })
  const flood = Array.from({ length: FLOOD }, (_, id) => ask(flooding.apiKey, id))
  await expect.poll(async () => (await started()).length).toBe(CORES)
  const others = [
    ask(one.apiKey, FLOOD),
    service.call('GET', `/v1/languages?${new URLSearchParams({ url: post(FLOOD + 1) })}`, { key: another.apiKey }),
  ]
  // The one who floods, and each of the others.
  await expect.poll(() => countWaiting('yt-dlp look')).toBe(3)
  await writeFile(go, '')
  const answers = await Promise.all([...flood, ...others])
  const order = await started()
  // Each is passed by one look-up of the flood for each core at most, those that ran already aside.
  expect(order).toContain(post(FLOOD))
  expect(order.indexOf(post(FLOOD))).toBeLessThanOrEqual(2 * CORES)
  expect(order).toContain(post(FLOOD + 1))
  expect(order.indexOf(post(FLOOD + 1))).toBeLessThanOrEqual(3 * CORES)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
})
