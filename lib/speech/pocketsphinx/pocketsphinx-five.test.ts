import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { createPocketsphinxEngine } from './create-pocketsphinx-engine'

const LINE =
  '{"b":0.000,"d":1.600,"p":1.000,"t":"go forward","w":[{"b":0.000,"d":0.400,"p":0.999,"t":"<s>"},' +
  '{"b":0.410,"d":0.200,"p":0.900,"t":"go"},{"b":0.610,"d":0.500,"p":0.800,"t":"forward(2)"},' +
  '{"b":1.110,"d":0.300,"p":0.999,"t":"[NOISE]"},{"b":1.410,"d":0.190,"p":1.000,"t":"</s>"}]}'
const signal = new AbortController().signal
const wav = Buffer.from('RIFF')
let folder: string

/** A program that is called and answers as version 5 does; the real one is not packaged everywhere yet. */
async function install(script: string): Promise<void> {
  await writeFile(path.join(folder, 'pocketsphinx'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-five-'))
  vi.stubEnv('PATH', folder)
  setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_DATA: folder })
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test('without any pocketsphinx it says how to get an engine', async () => {
  const engine = createPocketsphinxEngine()
  expect(await engine.capabilities()).toMatchObject({ ok: false, reason: expect.stringContaining('apt install') })
  await expect(engine.transcribe({ wav, durationMs: 2000 }, { lang: null, signal })).rejects.toMatchObject({
    code: 'transcriber_unavailable',
    message: expect.stringMatching(/apt install pocketsphinx.*SPEECH_API_URL/),
  })
})

test('reads the lines of version 5', async () => {
  await install(`[ "$1" = single ] && [ -s "$2" ] && echo '${LINE}'`)
  const engine = createPocketsphinxEngine()
  expect(await engine.transcribe({ wav, durationMs: 2000 }, { lang: null, signal })).toEqual({
    lang: 'en',
    segments: [
      {
        startMs: 410,
        endMs: 1110,
        text: 'go forward',
        words: [
          { startMs: 410, endMs: 610, text: 'go' },
          { startMs: 610, endMs: 1110, text: 'forward' },
        ],
      },
    ],
  })
})

test('a failure has its cause for the log', async () => {
  await install('echo "it broke" >&2; exit 1')
  const work = createPocketsphinxEngine().transcribe({ wav, durationMs: 2000 }, { lang: null, signal })
  await expect(work).rejects.toMatchObject({
    code: 'transcriber_failed',
    cause: expect.objectContaining({ message: expect.stringContaining('it broke') }),
  })
})

test('a missing model is not the fault of the recording', async () => {
  await install(`echo "Folder '/usr/share' does not contain acoustic model definition 'mdef'" >&2; exit 1`)
  const work = createPocketsphinxEngine().transcribe({ wav, durationMs: 2000 }, { lang: null, signal })
  await expect(work).rejects.toMatchObject({
    code: 'transcriber_unavailable',
    message: expect.stringContaining('pocketsphinx-en-us'),
  })
})
