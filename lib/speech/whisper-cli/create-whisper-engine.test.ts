import { watch } from 'node:fs'
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { workDir } from '@/lib/core/storage/work-dir'
import { createWhisperEngine } from './create-whisper-engine'

const cliPath = fileURLToPath(new URL('../../../test/speech/whisper-cli.mjs', import.meta.url))
const chunk = { wav: Buffer.from('RIFF and so on'), durationMs: 11_000 }
const signal = new AbortController().signal
const ENGLISH_WORDS = 51_864
const MULTILINGUAL_WORDS = 51_865

let folder: string
let model: string

type WhisperRun = { from: number; to: number; text: string; tokens?: [string, number?, number?][] }
type Behaviour = Partial<Record<'hangs' | 'fails' | 'cannotDecode', boolean>> & { dies?: string; raw?: string }

/** A model whose engine hears these segments, or fares so. */
async function makeModel(
  content: { segments?: WhisperRun[]; language?: string } & Behaviour,
  vocabulary = MULTILINGUAL_WORDS,
) {
  const header = Buffer.alloc(8)
  header.writeUInt32LE(0x67676d6c, 0)
  header.writeInt32LE(vocabulary, 4)
  await writeFile(model, Buffer.concat([header, Buffer.from(JSON.stringify(content))]))
}

const engine = (changes: Partial<Parameters<typeof createWhisperEngine>[0]> = {}) =>
  createWhisperEngine({ cliPath, model, threads: 2, ...changes })

const asked = async () => JSON.parse(await readFile(`${model}.asked`, 'utf8'))
const leftBehind = () => readdir(workDir()).catch(() => [])

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-whisper-'))
  model = path.join(folder, 'ggml-base.bin')
  setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_DATA: folder })
})

afterEach(async () => {
  expect(await leftBehind()).toEqual([])
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test('hears segments with their words', async () => {
  const tokens: [string, number, number][] = [
    ['[_BEG_]', 0, 0],
    [' And', 40, 240],
    [' so', 240, 520],
    [',', 520, 520],
    [' Ameri', 600, 900],
    ['cans', 900, 1400],
    ['.', 1400, 1480],
    ['[_TT_150]', 3000, 3000],
  ]
  await makeModel({ segments: [{ from: 0, to: 3000, text: ' And so, Americans.', tokens }] })
  expect(await engine().transcribe(chunk, { lang: null, signal })).toEqual({
    lang: 'en',
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
  expect(await asked()).toMatchObject({ language: 'auto', threads: '2', full: true, noPrints: true, wav: 14 })
})

test('a script without spaces has a word a token, unless tokens are halves of characters', async () => {
  const whole: WhisperRun = {
    from: 0,
    to: 900,
    text: '今日は。',
    tokens: [
      ['今日', 0, 400],
      ['は', 400, 600],
      ['。', 600, 700],
    ],
  }
  const halves: WhisperRun = {
    from: 900,
    to: 1500,
    text: '饕餮',
    tokens: [
      ['\ufffd', 900, 1000],
      ['\ufffd餮', 1000, 1400],
    ],
  }
  await makeModel({ segments: [whole, halves], language: 'ja' })
  const { segments, lang } = await engine().transcribe(chunk, { lang: null, signal })
  expect(lang).toBe('ja')
  expect(segments.map(({ text, words }) => [text, words?.map((word) => word.text)])).toEqual([
    ['今日は。', ['今日', 'は。']],
    ['饕餮', undefined],
  ])
})

test('words without length or out of order still come one after another', async () => {
  const tokens: [string, number, number][] = [
    [' a', 100, 100],
    [' b', 100, 100],
    [' c', 90, 300],
  ]
  await makeModel({ segments: [{ from: 0, to: 400, text: ' a b c', tokens }] })
  const { segments } = await engine().transcribe(chunk, { lang: 'en', signal })
  expect(segments[0]?.words?.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [100, 101],
    [101, 102],
    [102, 300],
  ])
})

test('non-speech sounds are left out, and no segment exceeds the chunk', async () => {
  const segments = [' [BLANK_AUDIO]', ' (applause)', ' *music*', ' ♪ La la ♪', ' Bye.', '  '].map((text, index) => ({
    from: index * 3000,
    to: index * 3000 + 3000,
    text,
  }))
  await makeModel({ segments })
  const transcribed = await engine().transcribe(chunk, { lang: 'en', signal })
  expect(transcribed.segments).toEqual([{ startMs: 9000, endMs: 11_000, text: '♪ La la ♪' }])
})

test('silence has no segments', async () => {
  await makeModel({})
  expect(await engine().transcribe(chunk, { lang: null, signal })).toEqual({ segments: [], lang: 'en' })
})

test.each([
  ['pt-BR', 'pt'],
  ['nb', 'no'],
  ['fil', 'tl'],
  ['jv', 'jw'],
  ['zh-Hant', 'zh'],
])('%s is asked for as %s and stays what was asked for', async (lang, language) => {
  await makeModel({})
  const { lang: transcribed } = await engine().transcribe(chunk, { lang, prompt: '-- Names: Zoë', signal })
  expect(transcribed).toBe(lang)
  expect(await asked()).toMatchObject({ language, prompt: '-- Names: Zoë', maxContext: '0' })
})

test('the service keeps its secrets to itself', async () => {
  vi.stubEnv('ASSEMBLYAI_API_KEY', 'k3y')
  await makeModel({})
  await engine().transcribe(chunk, { lang: null, signal })
  const { environment } = await asked()
  expect(environment).toContain('PATH')
  expect(environment.filter((name: string) => /key|secret|assemblyai/i.test(name))).toEqual([])
})

test('a model for English knows English only', async () => {
  await makeModel({}, ENGLISH_WORDS)
  expect(await engine().capabilities()).toEqual({ ok: true, languages: ['en'] })
  const work = engine().transcribe(chunk, { lang: 'de', signal })
  await expect(work).rejects.toMatchObject({ code: 'language_not_supported', context: { supported_langs: ['en'] } })
  expect(await engine().transcribe(chunk, { lang: null, signal })).toEqual({ segments: [], lang: 'en' })
  expect((await asked()).language).toBe('en')
})

test('a multilingual model knows many languages, as BCP 47 names them', async () => {
  await makeModel({})
  const able = await engine().capabilities()
  const languages = able.ok ? able.languages : null
  expect(languages).toEqual(expect.arrayContaining(['en', 'de', 'jv', 'fil', 'nb', 'haw']))
  expect(languages).not.toContain('tlh')
  expect(languages).toHaveLength(100)
})

test.each([
  ['no model', () => ({ model: undefined }), 'WHISPER_MODEL is not set'],
  ['a model that is not there', () => ({ model: '/nowhere/ggml.bin' }), "can't be read"],
  ['a file that is no model', () => ({ model: cliPath }), 'no Whisper model'],
  ['a folder', () => ({ model: folder }), "can't be read"],
  ['no program', () => ({ cliPath: '/nowhere/whisper-cli' }), 'no whisper-cli at WHISPER_CLI_PATH'],
  ['a program that is none', () => ({ cliPath: model }), 'no whisper-cli at WHISPER_CLI_PATH'],
])('%s is said, before and while transcribing', async (_, changes, reason) => {
  await makeModel({})
  const wrong = engine(changes())
  expect(await wrong.capabilities()).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  const work = wrong.transcribe(chunk, { lang: null, signal })
  await expect(work).rejects.toMatchObject({
    code: 'transcriber_unavailable',
    message: expect.stringContaining(reason),
  })
})

test('the program on PATH is found without being named', async () => {
  await makeModel({})
  const onPath = path.join(folder, 'bin-whisper')
  await copyFile(cliPath, path.join(folder, 'whisper-cli'))
  vi.stubEnv('PATH', `${onPath}:/nonexistent`)
  expect(await engine({ cliPath: undefined }).capabilities()).toMatchObject({ ok: false })
  vi.stubEnv('PATH', folder)
  expect(await engine({ cliPath: undefined }).capabilities()).toMatchObject({ ok: true })
})

test.each([
  ['dies', { dies: 'SIGKILL' }, 'transcriber_failed', { retryable: true }],
  ["can't process it", { fails: true }, 'transcriber_failed', { retryable: true }],
  ["can't decode it and says nothing is wrong", { cannotDecode: true }, 'transcriber_failed', {}],
  ['writes half an answer', { raw: '{"result": {"langu' }, 'transcriber_failed', { retryable: false }],
  ['writes something else', { raw: '{"text": "Hello"}' }, 'transcriber_failed', { retryable: false }],
])('a program that %s', async (_, content, code, context) => {
  await makeModel(content)
  await expect(engine().transcribe(chunk, { lang: null, signal })).rejects.toMatchObject({ code, context })
})

test('an unescaped line break in its answer is a space', async () => {
  const transcription = '[{"offsets": {"from": 0, "to": 500}, "text": " Hel\nlo"}]'
  await makeModel({ raw: `{\n\t"result": {"language": "en"},\n\t"transcription": ${transcription}\n}` })
  const { segments } = await engine().transcribe(chunk, { lang: null, signal })
  expect(segments).toEqual([{ startMs: 0, endMs: 500, text: 'Hel lo' }])
})

test("a program that is too old, and one that can't be started, say so", async () => {
  await makeModel({})
  const old = path.join(folder, 'old')
  await writeFile(old, '#!/bin/sh\necho "error: unknown argument: --no-prints" >&2\n')
  const broken = path.join(folder, 'broken')
  await writeFile(broken, '#!/nonexistent/interpreter\n')
  await chmod(old, 0o755)
  await chmod(broken, 0o755)
  await expect(engine({ cliPath: old }).transcribe(chunk, { lang: null, signal })).rejects.toMatchObject({
    code: 'transcriber_unavailable',
    message: expect.stringContaining('too old'),
  })
  await expect(engine({ cliPath: broken }).transcribe(chunk, { lang: null, signal })).rejects.toMatchObject({
    code: 'transcriber_unavailable',
    message: expect.stringContaining("can't be started"),
  })
})

test('an abort ends the program with its reason', async () => {
  await makeModel({ hangs: true })
  const abort = new AbortController()
  const reason = new Error('cancelled')
  const watcher = watch(folder, (_, name) => {
    if (name?.endsWith('.asked')) abort.abort(reason)
  })
  const work = engine().transcribe(chunk, { lang: null, signal: abort.signal })
  await expect(work).rejects.toBe(reason)
  watcher.close()
})
