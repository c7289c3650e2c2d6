import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { createModelEngine } from '@/lib/speech/models/create-model-engine'
import type { Recogniser } from '@/lib/speech/recognisers/recogniser'
import { tones } from '@/lib/speech/sherpa/testing/tones'
import { type Heard, installStandIn, makeWhisperModel } from '@/test/speech/stand-in-whisper'
import { WHISPER, type WhisperHeard, whisperDevice } from './whisper-library'

const signal = new AbortController().signal
const chunk = tones(11_000, [{ kind: 'low', startMs: 0, endMs: 11_000 }])

let dataDir: string
let folder: string
let started: Recogniser<WhisperHeard>[]

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'whisper-'))
  folder = path.join(dataDir, 'models', 'stand-in')
  started = []
  setEnv({ BASE_URL: '', VERBATIM_DATA: dataDir })
  await installStandIn(dataDir)
})

afterEach(async () => {
  for (const recogniser of started) recogniser.kill()
  await Promise.all(started.map(({ ended }) => ended))
  clearSingleton('whisper device')
  await rm(dataDir, { recursive: true, force: true })
})

async function engineThat(heard: Heard) {
  const start = async () => {
    const recogniser = await WHISPER.start()
    started.push(recogniser)
    return recogniser
  }
  return createModelEngine(await makeWhisperModel(folder, heard), folder, WHISPER, { start, size: 1, backOffMs: 0 })
}

const hear = async (
  heard: Heard,
  options: { lang?: string | null; words?: { prompt: string; terms: string[] } } = {},
) => (await engineThat(heard)).transcribe(chunk, { lang: null, ...options, signal })

/** The requests that the child answered, with what it loaded the model with. */
async function asked(): Promise<Record<string, unknown>[]> {
  const lines = (await readFile(path.join(folder, 'asked.jsonl'), 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

test('segments have words with their times, and the language is the one that was heard', async () => {
  const words: [string, number, number][] = [
    [' And', 0.04, 0.24],
    [' so,', 0.24, 0.52],
    [' Americans.', 0.6, 1.48],
  ]
  const transcribed = await hear({
    language: 'jw',
    segments: [{ start: 0, end: 3, text: ' And so, Americans.', words }],
  })
  expect(transcribed).toEqual({
    lang: 'jv',
    confidence: { logProbability: -0.8, tokens: 4 },
    segments: [
      {
        startMs: 0,
        endMs: 3000,
        text: 'And so, Americans.',
        words: [
          { startMs: 40, endMs: 240, text: 'And' },
          { startMs: 240, endMs: 520, text: 'so,' },
          { startMs: 600, endMs: 1480, text: 'Americans.' },
        ],
      },
    ],
  })
  expect(await asked()).toEqual([
    { load: expect.objectContaining({ device: 'cpu', compute_type: 'int8', local_files_only: true }) },
    expect.objectContaining({ transcribe: 176_000, language: null, condition_on_previous_text: false }),
  ])
})

test('text that was written without speech is dropped, and silence has no segments', async () => {
  const invented = { start: 0, end: 2, text: ' Thank you.', no_speech_prob: 0.9, avg_logprob: -1.2 }
  expect(await hear({ language: 'en', segments: [invented] })).toMatchObject({ segments: [], lang: 'en' })
})

test.each([
  ['pt-BR', 'pt'],
  ['nb', 'no'],
  ['fil', 'tl'],
  ['jv', 'jw'],
  ['zh-Hant', 'zh'],
])('%s is asked for as %s and stays what was asked for', async (lang, language) => {
  expect((await hear({ language: 'en' }, { lang })).lang).toBe(lang)
  expect(await asked()).toContainEqual(expect.objectContaining({ language }))
})

test('the subject becomes the initial prompt, and terms become hotwords', async () => {
  await hear({ language: 'en' }, { words: { prompt: 'A talk on bees.', terms: ['Nguyen', 'varroa'] } })
  await hear({ language: 'en' }, { words: { prompt: '', terms: [] } })
  const [named, unnamed] = (await asked()).filter((request) => 'transcribe' in request)
  expect(named).toMatchObject({ initial_prompt: 'A talk on bees.', hotwords: 'Nguyen, varroa' })
  expect(unnamed).toMatchObject({ initial_prompt: null, hotwords: null })
})

test('a language that the model does not know is refused before a child starts', async () => {
  await expect(hear({ language: 'en' }, { lang: 'tlh' })).rejects.toMatchObject({ code: 'language_not_supported' })
  expect(started).toHaveLength(0)
})

test.each([
  ['a child that dies', { dies: true }],
  ['a failure of the library', { fails: true }],
  ['a model that cannot be loaded', { cannot_load: true }],
])('%s fails the chunk, which can be tried again', async (_, how) => {
  await expect(hear({ language: 'en', ...how })).rejects.toMatchObject({
    code: 'transcriber_failed',
    context: { retryable: true },
  })
})

test('an aborted chunk is given up immediately', async () => {
  const engine = await engineThat({ language: 'en', hangs: true })
  const abort = new AbortController()
  const work = engine.transcribe(chunk, { lang: null, signal: abort.signal })
  const reason = new Error('cancelled')
  abort.abort(reason)
  await expect(work).rejects.toBe(reason)
})

test('without its packages the engine says which command installs them', async () => {
  const engine = await engineThat({ language: 'en' })
  expect(await engine.capabilities()).toMatchObject({ ok: true, languages: expect.arrayContaining(['ja']) })
  setEnv({ BASE_URL: '', VERBATIM_DATA: path.join(dataDir, 'elsewhere') })
  const { ok, reason } = { reason: '', ...(await engine.capabilities()) }
  // Tests share the packages that one of them has installed for real.
  expect(ok || reason.includes('npm run models -- get whisper-small')).toBe(true)
})

test.each([
  ['auto', 2, 'there', 'cuda:0'],
  ['cuda:1', 2, 'there', 'cuda:1'],
  ['cuda:3', 2, 'there', 'cpu'],
  ['cpu', 2, 'there', 'cpu'],
  ['auto', 0, 'there', 'cpu'],
  ['auto', 2, 'missing', 'cpu'],
])('SPEECH_DEVICE %s with %s GPUs and the libraries of CUDA %s is %s', async (wanted, gpus, libraries, device) => {
  const packages = path.join(dataDir, 'whisper', 'ctranslate2', '__init__.py')
  const cuda = libraries === 'there' ? 'import ctypes\n\nctypes.CDLL = lambda name: name\n' : ''
  await writeFile(packages, `${cuda}__version__ = "0"\n\n\ndef get_cuda_device_count():\n    return ${gpus}\n`)
  setEnv({ BASE_URL: '', VERBATIM_DATA: dataDir, SPEECH_DEVICE: wanted })
  expect(await whisperDevice()).toBe(device)
})
