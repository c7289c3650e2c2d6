import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import type { Recogniser } from '@/lib/speech/recognisers/recogniser'
import { createPool } from '@/lib/speech/recognisers/recogniser-pool'
import { recogniserEntry } from './find-sherpa-problem'
import type { Recognition } from './parse-recognition'
import { SHERPA } from './sherpa-library'
import { makeTinyModel } from './testing/make-tiny-model'

const signal = new AbortController().signal
const TEN_MINUTES = new Float32Array(600 * 16_000)

let folder: string
let load: object
let started: Recogniser<Recognition>[]

beforeEach(async () => {
  setEnv({ BASE_URL: '' })
  folder = await mkdtemp(path.join(tmpdir(), 'pool-'))
  load = await SHERPA.configuration(await makeTinyModel(folder), folder, 1)
  started = []
})

afterEach(async () => {
  for (const recogniser of started) recogniser.kill()
  await rm(folder, { recursive: true, force: true })
})

const pool = () =>
  createPool({
    model: 'tiny',
    remedy: 'Fetch it again.',
    size: 1,
    childBytes: 1,
    start: async () => {
      const recogniser = await SHERPA.start()
      started.push(recogniser)
      return recogniser
    },
    configuration: async () => load,
    idleMs: 60_000,
    backOffMs: 0,
  })

test('a chunk that takes too long is aborted with its child', async () => {
  const recognisers = pool()
  await expect(recognisers.recognise(TEN_MINUTES, { timeoutMs: 1, signal })).rejects.toMatchObject({
    code: 'transcriber_failed',
    context: { retryable: true },
    cause: 'gave no answer within 0.001 s',
  })
  await started[0]?.ended
  await expect(recognisers.recognise(TEN_MINUTES, { timeoutMs: 60_000, signal })).resolves.toMatchObject({ text: '' })
})

test('a chunk that waits for a slot can be aborted', async () => {
  const recognisers = pool()
  const [first, second] = [new AbortController(), new AbortController()]
  const one = recognisers.recognise(TEN_MINUTES, { timeoutMs: 60_000, signal: first.signal })
  const other = recognisers.recognise(TEN_MINUTES, { timeoutMs: 60_000, signal: second.signal })
  const reason = new Error('no longer wanted')
  second.abort(reason)
  await expect(other).rejects.toBe(reason)
  await expect(one).resolves.toMatchObject({ text: '' })
})

test.runIf(process.platform === 'linux')('a child ends with the process it works for, however that ends', async () => {
  const script = `
    const stdio = ['pipe', 'pipe', process.stdout]
    const child = require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio, detached: true })
    child.stdout.once('data', () => {
      const samples = new Float32Array(600 * 16000)
      child.stdin.write(JSON.stringify({ samples: samples.length }) + '\\n')
      child.stdin.write(Buffer.from(samples.buffer), () => process.kill(process.pid, 'SIGKILL'))
    })
    child.stdin.write(process.argv[2] + '\\n')`
  const args = ['-e', script, recogniserEntry(), JSON.stringify({ load })]
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  parent.stdout.resume()
  // Its output stays open for as long as the child has it, too.
  const [, signalName] = await once(parent, 'close')
  expect(signalName).toBe('SIGKILL')
})
