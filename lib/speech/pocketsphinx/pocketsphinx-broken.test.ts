import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { silence } from '@/test/silence'
import { createPocketsphinxEngine } from './create-pocketsphinx-engine'

const signal = new AbortController().signal
const engine = createPocketsphinxEngine()
const speech = await readFile('test/fixtures/audio/jfk.wav')
let folder: string

/** A pocketsphinx_continuous that ends with exit code 0, whatever came of it. */
async function install(script: string): Promise<void> {
  await writeFile(path.join(folder, 'pocketsphinx_continuous'), `#!/bin/sh\n${script}\nexit 0\n`, { mode: 0o755 })
}

const hear = (wav: Buffer) => engine.transcribe({ wav, durationMs: 11_000 }, { lang: null, signal })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-broken-'))
  vi.stubEnv('PATH', folder)
  setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_DATA: folder })
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['prints nothing', ':'],
  ['prints empty lines', 'echo; echo'],
  ['prints only errors', 'echo "ERROR: acmod.c(79): Folder does not contain acoustic model"; echo "ERROR: no" >&2'],
  ['ends with an error in its log', 'echo "INFO: ngram.c(1): TOTAL fwdtree 0.00 CPU" >&2; echo "ERROR: torn" >&2'],
])('an engine that %s for speech has failed, and is not taken for silence', async (_, script) => {
  await install(script)
  await expect(hear(speech)).rejects.toMatchObject({ code: 'transcriber_failed', context: {} })
})

test('an engine that prints nothing for silence has found silence', async () => {
  await install(':')
  expect(await hear(Buffer.from(silence(11)))).toEqual({ segments: [], lang: 'en' })
})

test('an engine that listened to the end and took nothing for speech is believed', async () => {
  await install('echo "INFO: ngram_search.c(301): TOTAL bestpath 0.00 CPU -nan xRT" >&2')
  expect(await hear(speech)).toEqual({ segments: [], lang: 'en' })
  await install('echo "<s> 0.000 0.110 1.000000"')
  expect(await hear(speech)).toEqual({ segments: [], lang: 'en' })
})
