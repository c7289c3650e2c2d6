import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { workDir } from '@/lib/core/storage/work-dir'
import { createPocketsphinxEngine } from './create-pocketsphinx-engine'

const jfk = fileURLToPath(new URL('../../../test/fixtures/audio/jfk.wav', import.meta.url))
const engine = createPocketsphinxEngine()
const signal = new AbortController().signal
const SENTENCE = 'Every morning the children walk to school and learn about history science and music'
let folder: string

async function wavOf(...ffmpegArgs: string[]): Promise<Buffer> {
  const file = path.join(folder, 'sound.wav')
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...ffmpegArgs, '-ac', '1', '-ar', '16000', '-fs', '2000000', file])
  return readFile(file)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-sphinx-'))
  setEnv({ BASE_URL: 'http://localhost:3000', VERBATIM_DATA: folder })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('hears some words of a speech of 1961, with their times', { tags: 'deep' }, async () => {
  const wav = await readFile(jfk)
  const { segments, lang } = await engine.transcribe({ wav, durationMs: 11_000 }, { lang: null, signal })
  expect(lang).toBe('en')
  const words = segments.flatMap((segment) => segment.words ?? [])
  const country = words.find(({ text }) => text === 'country')
  expect(country?.startMs).toBeGreaterThan(5500)
  expect(country?.endMs).toBeLessThan(6800)
  expect(segments.map(({ text }) => text).join(' ')).toMatch(/\bwhat your country can do for you\b/)
  expect(words.every(({ text }) => /^[a-z'.-]+$/.test(text))).toBe(true)
  expect(segments.every(({ startMs, endMs }) => startMs >= 0 && startMs < endMs && endMs <= 11_000)).toBe(true)
  expect(segments.slice(1).every(({ startMs }, i) => startMs >= (segments[i]?.endMs ?? 0))).toBe(true)
})

test('hears most words of clear speech', async () => {
  const spoken = path.join(folder, 'flite.wav')
  execFileSync('flite', ['-voice', 'rms', '-t', SENTENCE, '-o', spoken])
  const wav = await wavOf('-i', spoken)
  const { segments } = await engine.transcribe({ wav, durationMs: (wav.length - 44) / 32 }, { lang: 'en-GB', signal })
  const transcribed = segments.map(({ text }) => text).join(' ')
  const wanted = SENTENCE.toLowerCase().split(' ')
  expect(wanted.filter((word) => transcribed.includes(word)).length).toBeGreaterThan(wanted.length * 0.75)
})

test('silence has no segments', async () => {
  const wav = await wavOf('-f', 'lavfi', '-t', '4', '-i', 'anullsrc=r=16000')
  expect(await engine.transcribe({ wav, durationMs: 4000 }, { lang: 'en', signal })).toEqual({
    segments: [],
    lang: 'en',
  })
})

test('knows English only and says how to get more', async () => {
  const work = engine.transcribe({ wav: await readFile(jfk), durationMs: 11_000 }, { lang: 'de', signal })
  await expect(work).rejects.toMatchObject({
    code: 'language_not_supported',
    message: expect.stringMatching(/supports English\..*SPEECH_API_URL/),
  })
  expect(await engine.capabilities()).toEqual({ ok: true, languages: ['en'] })
})

test('an abort ends it and leaves no files', async () => {
  const reason = new Error('cancelled')
  const abort = new AbortController()
  const work = engine.transcribe({ wav: await readFile(jfk), durationMs: 11_000 }, { lang: null, signal: abort.signal })
  abort.abort(reason)
  await expect(work).rejects.toBe(reason)
  expect(await readdir(workDir())).toEqual([])
})
