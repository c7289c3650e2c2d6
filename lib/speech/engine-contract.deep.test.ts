import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { silence } from '@/test/silence'
import { installStandIn, makeWhisperModel } from '@/test/speech/stand-in-whisper'
import { realWhisper } from '@/test/speech/whisper-tiny-en'
import type { ChunkEngine, ChunkTranscript, SpeechChunk } from './engine'
import { createModelEngine } from './models/create-model-engine'
import { createMoonshineEngine } from './moonshine/create-moonshine-engine'
import { findMoonshine } from './moonshine/find-moonshine'
import { createOpenaiEngine } from './openai/create-openai-engine'
import { createPocketsphinxEngine } from './pocketsphinx/create-pocketsphinx-engine'
import { startRecogniser } from './recognisers/start-recogniser'
import { SHERPA } from './sherpa/sherpa-library'
import { makeTinyModel } from './sherpa/testing/make-tiny-model'
import { tones } from './sherpa/testing/tones'
import { WHISPER } from './whisper/whisper-library'

vi.setConfig({ testTimeout: 180_000 })

/** A way to fail: the program ends, ends in the middle of its answer, answers something else, or never answers. */
type Failure = 'crash' | 'cut' | 'other' | 'hang'

type Subject = {
  /** Why it can't be tried here; null: it can. */
  missing: string | null
  /** The data folder of a service that has it; absent: the one of this test. */
  dataDir?: string
  /** The engine, or one that fails. */
  make: (failure?: Failure) => Promise<ChunkEngine>
}

const signal = new AbortController().signal
const folder = await mkdtemp(path.join(tmpdir(), 'engine-contract-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The program of a child behind its answer that the model is loaded. */
const CHILD: Record<Failure, string> = {
  crash: 'process.exit(3)',
  cut: `process.stdout.write('{"transcribed": {"te', () => process.exit(0))`,
  other: `console.log('{"transcribed": 7}')`,
  hang: 'setInterval(() => undefined, 1000)',
}

/** The options of a pool whose children fail so. */
const failing = (failure: Failure | undefined) =>
  failure === undefined
    ? {}
    : {
        backOffMs: 0,
        start: () =>
          startRecogniser(
            {
              program: process.execPath,
              args: [
                '-e',
                `process.stdin.once('data', () => { console.log('{"loaded": true}'); process.stdin.once('data', () => { ${CHILD[failure]} }) })`,
              ],
            },
            z.never(),
          ),
      }

/** A folder for each engine: those of one folder share their children. */
async function newFolder(name: string, failure?: Failure): Promise<string> {
  return mkdtemp(path.join(folder, `${name}-${failure ?? 'whole'}-`))
}

/** A speech server that hears this, or answers so. */
async function serverThat(failure?: Failure): Promise<string> {
  const heard = { text: 'Hello there.', language: 'english', segments: [{ start: 0, end: 400, text: 'Hello there.' }] }
  const { url, stop } = await listenOnLoopback((request, response) => {
    request.resume()
    request.on('end', () => {
      if (failure === 'hang') return
      if (failure === 'crash') return response.destroy()
      response.writeHead(200, { 'content-type': 'application/json' })
      const body = failure === 'other' ? '7' : JSON.stringify(heard)
      response.end(failure === 'cut' ? body.slice(0, 20) : body)
    })
  })
  afterAll(stop)
  return `${url}/v1`
}

const PROGRAM: Record<Failure, string> = {
  crash: 'kill -9 $$',
  cut: 'printf "and so 0.1"; kill -9 $$',
  other: 'echo "<html>"',
  hang: 'exec sleep 3605',
}

async function pocketsphinxThat(failure?: Failure): Promise<ChunkEngine> {
  if (failure !== undefined) {
    const bin = await newFolder('pocketsphinx', failure)
    const script = `#!/bin/sh\n${PROGRAM[failure]}\n`
    await writeFile(path.join(bin, 'pocketsphinx_continuous'), script, { mode: 0o755 })
    vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env.PATH}`)
  }
  return createPocketsphinxEngine()
}

const real = await realWhisper()
setEnv({ BASE_URL: '', VERBATIM_DATA: folder })
await installStandIn(folder)
const moonshine = await findMoonshine()
const pocketsphinx = (await createPocketsphinxEngine().capabilities()).ok

const SUBJECTS: Record<string, Subject> = {
  sherpa: {
    missing: null,
    make: async (failure) => {
      const own = await newFolder('sherpa', failure)
      return createModelEngine(await makeTinyModel(own), own, SHERPA, failing(failure))
    },
  },
  whisper: {
    missing: null,
    make: async (failure) => {
      const own = await newFolder('whisper', failure)
      const heard = { language: 'en', segments: [{ start: 0, end: 400, text: ' Hello there.' }] }
      return createModelEngine(await makeWhisperModel(own, heard), own, WHISPER, failing(failure))
    },
  },
  'whisper tiny.en': {
    missing: 'missing' in real ? real.missing : null,
    dataDir: '.verbatim',
    make: async (failure) => {
      if ('missing' in real) throw new Error(real.missing)
      clearSingleton(`whisper ${real.folder}`)
      return createModelEngine(real.model, real.folder, WHISPER, failing(failure))
    },
  },
  moonshine: {
    missing: moonshine ? null : 'Moonshine is not installed',
    make: async (failure) => {
      // All its engines share one pool.
      clearSingleton(`moonshine ${moonshine?.folder}`)
      return createMoonshineEngine(failing(failure))
    },
  },
  pocketsphinx: { missing: pocketsphinx ? null : 'pocketsphinx is not installed', make: pocketsphinxThat },
  openai: {
    missing: null,
    make: async (failure) => createOpenaiEngine({ apiUrl: await serverThat(failure), apiModel: 'whisper-1' }),
  },
}

const jfk = await readFile('test/fixtures/audio/jfk.wav')
const speech = jfk.subarray(jfk.indexOf('data') + 8).subarray(0, 3_500 * 32)
/** "And so, my fellow Americans": real engines take as long as they hear. */
const brief = chunkOf(speech)

/** A chunk of samples of 16 kHz, mono, 16 bit. */
function chunkOf(samples: Buffer): SpeechChunk {
  const durationMs = samples.length / 32
  const silent = Buffer.from(silence(durationMs / 1000))
  return { wav: Buffer.concat([silent.subarray(0, silent.length - samples.length), samples]), durationMs }
}

/** The promises of `ChunkTranscript`: segments and words with text, in order, without overlaps, within the chunk. */
function expectPromises({ segments, lang }: ChunkTranscript, { durationMs }: SpeechChunk): void {
  let freeMs = 0
  for (const { startMs, endMs, text, words = [] } of segments) {
    expect(text).toBe(text.trim())
    expect(text).not.toBe('')
    expect([startMs, endMs].every(Number.isInteger)).toBe(true)
    expect(startMs).toBeGreaterThanOrEqual(freeMs)
    expect(endMs).toBeGreaterThan(startMs)
    freeMs = endMs
    let wordFreeMs = 0
    for (const word of words) {
      expect(word.text.trim()).not.toBe('')
      expect(word.startMs).toBeGreaterThanOrEqual(wordFreeMs)
      expect(word.endMs).toBeGreaterThan(word.startMs)
      wordFreeMs = word.endMs
    }
    expect(wordFreeMs).toBeLessThanOrEqual(durationMs)
  }
  expect(freeMs).toBeLessThanOrEqual(durationMs)
  if (lang !== null) expect(Intl.getCanonicalLocales(lang)).toEqual([lang])
}

const SOUNDS: [name: string, sound: () => Promise<SpeechChunk>][] = [
  ['no sound at all', async () => tones(0, [])],
  ['silence', async () => tones(5_000, [])],
  ['a moment', async () => tones(30, [{ kind: 'low', startMs: 0, endMs: 30 }])],
  ['one tone', async () => tones(600, [{ kind: 'high', startMs: 200, endMs: 600 }])],
  [
    'music',
    async () =>
      tones(2_000, [
        { kind: 'low', startMs: 0, endMs: 1_000 },
        { kind: 'high', startMs: 1_000, endMs: 2_000 },
      ]),
  ],
  ['speech', async () => brief],
  // Whisper reads half a minute at a time.
  ['half a minute between speech', async () => chunkOf(Buffer.concat([speech, Buffer.alloc(30_000 * 32), speech]))],
]

describe.each(Object.entries(SUBJECTS))('the engine %s', (_, { missing, dataDir, make }) => {
  let engine: ChunkEngine
  beforeAll(async () => {
    setEnv({ BASE_URL: '', VERBATIM_DATA: dataDir ?? folder })
    // A real model takes seconds to load.
    if (missing === null) engine = await make()
  })

  describe.skipIf(missing !== null)(missing === null ? 'keeps its contract' : `is skipped: ${missing}`, () => {
    test('it can be used, and lists base languages, or none', async () => {
      const able = await engine.capabilities()
      expect(able.ok).toBe(true)
      if (!able.ok || able.languages === null) return
      expect(able.languages.map((lang) => new Intl.Locale(lang).language)).toEqual(able.languages)
    })

    test.each(SOUNDS)('the text of %s has its times within it', async (name, sound) => {
      const chunk = await sound()
      // pocketsphinx reports a failure where a program has nothing for a sound.
      const heard = await engine.transcribe(chunk, { lang: null, signal }).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'transcriber_failed' })
        return null
      })
      if (heard) expectPromises(heard, chunk)
      if (name.endsWith('speech')) expect(heard?.segments.length).toBeGreaterThan(0)
    })

    test('it takes the language that is asked for, and refuses one that it does not know', async () => {
      expect((await engine.transcribe(brief, { lang: 'en-GB', signal })).lang).toBe('en-GB')
      const able = await engine.capabilities()
      if (!able.ok || able.languages === null) return
      await expect(engine.transcribe(brief, { lang: 'tlh', signal })).rejects.toMatchObject({
        code: 'language_not_supported',
        context: { lang: 'tlh', supported_langs: able.languages },
      })
    })

    test('an aborted chunk rejects with the reason of the abort', async () => {
      const hanging = await make('hang')
      const abort = new AbortController()
      const work = hanging.transcribe(brief, { lang: 'en', signal: abort.signal })
      const reason = new Error('cancelled')
      abort.abort(reason)
      await expect(work).rejects.toBe(reason)
    })

    test('a failure fails the chunk alone', async () => {
      for (const failure of ['crash', 'cut', 'other'] as const) {
        const work = (await make(failure)).transcribe(brief, { lang: 'en', signal })
        await expect(work, failure).rejects.toMatchObject({
          name: 'Problem',
          code: expect.stringMatching(/^transcriber_(?:failed|unavailable)$/),
        })
        vi.unstubAllEnvs()
      }
      expectPromises(await (await make()).transcribe(brief, { lang: 'en', signal }), brief)
    })
  })
})
