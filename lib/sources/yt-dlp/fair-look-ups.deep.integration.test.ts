import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countSlots } from '@/lib/core/concurrency/with-fair-slot'
import { setEnv } from '@/lib/core/env'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'

const CORES = availableParallelism()
const FLOOD = 6 * CORES

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-fair-'))
const log = path.join(folder, 'asked')
/** Replaces yt-dlp: logs the requested link, waits until it may continue, and finds nothing. */
const program = path.join(folder, 'yt-dlp')
await writeFile(
  program,
  `#!/bin/sh
for link; do :; done
if [ "$link" = --version ]; then echo 2026.11.01; exit 0; fi
echo "$link" >> "${log}"
while [ ! -e "${folder}/\${link##*/}" ]; do sleep 0.02; done
echo "ERROR: [twitter] 1: No video could be found in this tweet" >&2
exit 1
`,
  { mode: 0o755 },
)
const origin = await startOrigin([])
const service = await useService({ YTDLP_PATH: program })
trustOrigin(origin)
setEnv({ YTDLP_PATH: program })
afterAll(async () => {
  await closeEgressProxy()
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})

const started = async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean)
const letGoOn = (posts: string[]) =>
  Promise.all(posts.map((post) => writeFile(path.join(folder, path.posix.basename(post)), '')))

test('a user who floods the service with links does not delay the look-ups of others, for transcripts and for languages', async () => {
  await writeFile(log, '')
  const [flooding, one, another] = [await newUser(), await newUser(), await newUser()]
  const first = BigInt(randomInt(2 ** 47)) * 1000n
  const posts = Array.from({ length: FLOOD + 2 }, (_, id) => `https://x.com/i/status/${first + BigInt(id)}`)
  const [ofOne = '', ofAnother = ''] = posts.slice(FLOOD)
  const ask = (key: string, url: string) => service.call('POST', '/v1/transcript', { key, body: { url } })
  const flood = posts.slice(0, FLOOD).map((url) => ask(flooding.apiKey, url))
  await expect.poll(async () => (await started()).length).toBe(CORES)
  const others = [
    ask(one.apiKey, ofOne),
    service.call('GET', `/v1/languages?${new URLSearchParams({ url: ofAnother })}`, { key: another.apiKey }),
  ]
  // The one who floods, and each of the others.
  await expect.poll(() => countSlots('yt-dlp look').waiting).toBe(3)
  // The next slot goes to the one who floods, the two after it to the others.
  for (let rounds = Math.ceil(3 / CORES); rounds > 0; rounds--) {
    const running = await started()
    await letGoOn(running)
    await expect.poll(async () => (await started()).length).toBe(running.length + CORES)
  }
  expect(await started()).toEqual(expect.arrayContaining([ofOne, ofAnother]))
  await letGoOn(posts)
  const answers = await Promise.all([...flood, ...others])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
})
