import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { createModelEngine } from '@/lib/speech/models/create-model-engine'
import type { SpeechModel } from '@/lib/speech/models/manifest'
import type { Recogniser } from '@/lib/speech/recognisers/recogniser'
import type { PoolOptions } from '@/lib/speech/recognisers/recogniser-pool'
import type { Recognition } from './parse-recognition'
import { SHERPA } from './sherpa-library'
import { makeTinyModel } from './testing/make-tiny-model'
import { tones } from './testing/tones'

const signal = new AbortController().signal
const WORDS = tones(4000, [
  { kind: 'low', startMs: 500, endMs: 1000 },
  { kind: 'high', startMs: 1000, endMs: 1500 },
  { kind: 'low', startMs: 3000, endMs: 3500 },
])

const RECOGNISED = { segments: [{ text: 'lower high' }, { text: 'lower' }], lang: 'en' }

let folder: string
let model: SpeechModel
let started: Recogniser<Recognition>[]

const start = async () => {
  const recogniser = await SHERPA.start()
  started.push(recogniser)
  return recogniser
}

/** An engine whose children are counted, and that does not wait between them. */
const engineOf = (changes: Partial<PoolOptions<Recognition>> = {}) =>
  createModelEngine(model, folder, SHERPA, { start, size: 1, backOffMs: 0, ...changes })

const hear = (chunk = WORDS, engine = engineOf()) => engine.transcribe(chunk, { lang: null, signal })

const problem = (code: string) => expect.objectContaining({ name: 'Problem', code })

/** The manifest of a file that was never another one. */
async function replace(role: string, bytes: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await writeFile(path.join(folder, role), bytes)
  model = {
    ...model,
    files: model.files.map((file) => (file.role === role ? { ...file, bytes: bytes.length, sha256 } : file)),
  }
}

beforeEach(async () => {
  setEnv({ BASE_URL: '' })
  folder = await mkdtemp(path.join(tmpdir(), 'sherpa-'))
  model = await makeTinyModel(folder)
  started = []
})

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const recogniser of started) recogniser.kill()
  await Promise.all(started.map(({ ended }) => ended))
  await rm(folder, { recursive: true, force: true })
})

describe('a model that is there', () => {
  test('speech is transcribed by the native library, with the times of its words', async () => {
    const transcribed = await hear()
    expect(transcribed).toMatchObject(RECOGNISED)
    const [first, second] = transcribed.segments
    expect(first?.words).toEqual([
      { startMs: 480, endMs: 640, text: 'lower' },
      { startMs: 960, endMs: 1040, text: 'high' },
    ])
    expect(second?.startMs).toBe(2960)
  })

  test('is able, in its languages', async () => {
    await expect(engineOf().capabilities()).resolves.toEqual({ ok: true, languages: ['en'] })
  })

  test('the model is loaded once for consecutive chunks', async () => {
    await hear()
    await hear()
    expect(started).toHaveLength(1)
  })

  test('transcribes as many chunks concurrently as allowed, and the others afterwards', async () => {
    const engine = engineOf({ size: 2 })
    const transcribed = await Promise.all(Array.from({ length: 6 }, () => hear(WORDS, engine)))
    expect(transcribed.map(({ segments }) => segments.length)).toEqual([2, 2, 2, 2, 2, 2])
    expect(started).toHaveLength(2)
  })

  test('hears nothing in silence, in a moment and in nothing at all', async () => {
    for (const durationMs of [3000, 30, 0]) {
      await expect(hear(tones(durationMs, []))).resolves.toEqual({ segments: [], lang: 'en' })
    }
  })

  test('keeps the words of a short chunk within it', async () => {
    const { segments } = await hear(tones(600, [{ kind: 'high', startMs: 200, endMs: 600 }]))
    expect(segments.map(({ text }) => text)).toEqual(['high'])
    expect(segments[0]?.endMs).toBeLessThanOrEqual(600)
  })

  test('is ended when it has nothing to do', async () => {
    await hear(WORDS, engineOf({ idleMs: 0 }))
    await started[0]?.ended
    await expect(hear()).resolves.toMatchObject(RECOGNISED)
    expect(started).toHaveLength(2)
  })
})

describe("a chunk that can't be transcribed", () => {
  test('for its language', async () => {
    const transcribed = engineOf().transcribe(WORDS, { lang: 'de-AT', signal })
    await expect(transcribed).rejects.toMatchObject({
      code: 'language_not_supported',
      context: { lang: 'de-AT', supported_langs: ['en'] },
    })
  })

  test('for its format is not tried again', async () => {
    const transcribed = hear({ wav: Buffer.from('this is no WAV, whatever it says it is'), durationMs: 1000 })
    await expect(transcribed).rejects.toMatchObject({ code: 'transcriber_failed', context: { retryable: false } })
    expect(started).toHaveLength(0)
  })
})

describe('a model that is not right', () => {
  test('never reaches the library when a file has changed', async () => {
    await writeFile(path.join(folder, 'encoder'), 'garbage')
    await expect(hear()).rejects.toThrow('npm run models -- get tiny')
    await expect(engineOf().capabilities()).resolves.toMatchObject({ ok: false, reason: /damaged/ })
    expect(started).toHaveLength(0)
  })

  test('a missing model file is reported with the command that fetches it', async () => {
    await rm(path.join(folder, 'tokens'))
    await expect(hear()).rejects.toEqual(problem('transcriber_unavailable'))
  })

  test.each(['encoder', 'tokens'])(
    'ends its child (%s) and not this process, three times, and is left alone then',
    async (role) => {
      await replace(role, Buffer.from('garbage '.repeat(20)))
      const engine = engineOf()
      for (const _ of ['once', 'twice']) {
        await expect(hear(WORDS, engine)).rejects.toMatchObject({
          code: 'transcriber_failed',
          context: { retryable: true },
        })
      }
      const disabled = {
        code: 'transcriber_unavailable',
        message: expect.stringContaining('npm run models -- remove tiny'),
      }
      await expect(hear(WORDS, engine)).rejects.toMatchObject(disabled)
      await expect(hear(WORDS, engine)).rejects.toMatchObject(disabled)
      expect(started).toHaveLength(3)
    },
  )
})

describe('a child', () => {
  test('a child that is killed fails its chunk, and the next chunk gets a new child', async () => {
    const engine = engineOf()
    await hear(WORDS, engine)
    const transcribed = hear(tones(600_000, [{ kind: 'low', startMs: 0, endMs: 500 }]), engine)
    // It has begun when the request has been sent, which the engine does in its own time.
    await new Promise(setImmediate)
    started[0]?.kill()
    await expect(transcribed).rejects.toMatchObject({ code: 'transcriber_failed', context: { retryable: true } })
    await expect(hear(WORDS, engine)).resolves.toMatchObject(RECOGNISED)
    expect(started).toHaveLength(2)
  })

  test('that dies without work is not missed', async () => {
    const engine = engineOf()
    await hear(WORDS, engine)
    started[0]?.kill()
    await started[0]?.ended
    await expect(hear(WORDS, engine)).resolves.toMatchObject(RECOGNISED)
  })

  test('a child is reused after its chunk was aborted', async () => {
    const engine = engineOf()
    await hear(WORDS, engine)
    const abort = new AbortController()
    const transcribed = engine.transcribe(WORDS, { lang: null, signal: abort.signal })
    const reason = new Error('no longer wanted')
    abort.abort(reason)
    await expect(transcribed).rejects.toBe(reason)
    await expect(hear(WORDS, engine)).resolves.toMatchObject(RECOGNISED)
    expect(started).toHaveLength(1)
  })

  test('no child is started for an aborted chunk', async () => {
    const reason = new Error('too late')
    await expect(engineOf().transcribe(WORDS, { lang: null, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(started).toHaveLength(0)
  })

  test.runIf(process.platform === 'linux')(
    'sees none of the secrets, and is the first to go when memory is short',
    async () => {
      vi.stubEnv('SPEECH_API_KEY', 'secret')
      const known = new Set(children())
      await hear()
      const [pid] = children().filter((child) => !known.has(child))
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('secret')
      expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('900')
    },
  )
})

/** The children of this process, by their numbers. */
function children(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
}

test('a model that has not been fetched says how to', async () => {
  const absent = createModelEngine(model, path.join(folder, 'absent'), SHERPA)
  await expect(absent.capabilities()).resolves.toEqual({
    ok: false,
    reason: 'The speech model tiny has not been fetched. Fetch it: npm run models -- get tiny',
  })
})
