import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import type { OriginAnswer, OriginRequest } from '@/test/origin/handle-request'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { describeModels } from './describe-models'
import { fetchModel, type GetOptions, getModel, removeModel } from './get-model'
import { BUILT_IN_MODELS, findModel, toSpeechModel } from './manifest'
import { isModelReady, modelState } from './model-state'

const ENCODER = randomBytes(3_000_000)
const TOKENS = randomBytes(5_000)
const HALF = 1_500_000

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const MODEL = toSpeechModel({
  name: 'small',
  title: 'Small',
  languages: ['en'],
  license: 'MIT',
  address: 'someone/small/resolve/1234',
  files: [
    { role: 'encoder', path: 'encoder.onnx', bytes: ENCODER.length, sha256: sha256(ENCODER) },
    { role: 'tokens', path: 'tokens.txt', bytes: TOKENS.length, sha256: sha256(TOKENS) },
  ],
})

const ENCODER_PATH = '/someone/small/resolve/1234/encoder.onnx'

let origin: Origin
/** The responses for the encoder, in order; the last one repeats. */
let answers: ((request: OriginRequest) => OriginAnswer | Promise<OriginAnswer>)[]
let folder: string
let dataDir: string

const whole = (bytes: Buffer) => (): OriginAnswer => ({ body: new Uint8Array(bytes) })

/** As file servers do it: the whole, or from the byte that is asked for. */
const ranged =
  (bytes: Buffer) =>
  ({ headers }: OriginRequest): OriginAnswer => {
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    if (start === 0) return whole(bytes)()
    const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`
    return { status: 206, headers: { 'content-range': range }, body: new Uint8Array(bytes.subarray(start)) }
  }

async function* once(bytes: Buffer) {
  yield bytes
}

/** Without a word on its length. */
const unmeasured = (bytes: Buffer) => (): OriginAnswer => ({ body: once(bytes) })

async function* cutAfter(bytes: Buffer) {
  yield bytes
  throw new Error('cut')
}

/** So much of it, and then the connection ends; `declared` is what was promised. */
const cut =
  (bytes: Buffer, declared = ENCODER.length) =>
  (): OriginAnswer => ({ headers: { 'content-length': declared }, body: cutAfter(bytes) })

const fetchIt = (options: GetOptions = {}) => fetchModel(MODEL, folder, options)
const state = () => modelState(MODEL, folder)
const part = () => path.join(folder, 'encoder.onnx.part')
const ranges = () => origin.requests.flatMap(({ url, headers }) => (url.endsWith('.onnx') ? [headers.range ?? ''] : []))
const problem = (code: string) => expect.objectContaining({ name: 'Problem', code })

beforeAll(async () => {
  origin = await startOrigin([
    (request) => {
      if (request.path.startsWith(ENCODER_PATH)) return (answers.length > 1 ? answers.shift() : answers[0])?.(request)
      return request.path.endsWith('/tokens.txt') ? whole(TOKENS)() : undefined
    },
  ])
})

afterAll(() => origin.close())

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'models-'))
  folder = path.join(dataDir, 'models', 'small')
  setEnv({ BASE_URL: '', VERBATIM_DATA: dataDir, MODELS_BASE_URL: `${origin.url}/`, EGRESS_PROXY_URL: '' })
  answers = [ranged(ENCODER)]
  origin.requests.length = 0
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe('fetching a model', () => {
  test('stores every file and reports progress', async () => {
    const reported: number[] = []
    await expect(state()).resolves.toBe('absent')
    await fetchIt({ onProgress: ({ receivedBytes, totalBytes }) => reported.push(receivedBytes / totalBytes) })
    await expect(state()).resolves.toBe('ready')
    expect(ENCODER.equals(await readFile(path.join(folder, 'encoder.onnx')))).toBe(true)
    expect(reported).toEqual(reported.toSorted((a, b) => a - b))
    expect(reported.at(-1)).toBe(1)
    expect(existsSync(part())).toBe(false)
    expect(existsSync(`${folder}.lock`)).toBe(false)
  })

  test('fetches nothing that is there', async () => {
    await fetchIt()
    origin.requests.length = 0
    await fetchIt()
    expect(origin.requests).toEqual([])
  })

  test('fetches a file again that has changed', async () => {
    await fetchIt()
    await writeFile(path.join(folder, 'encoder.onnx'), ENCODER.toReversed())
    await expect(state()).resolves.toBe('damaged')
    await fetchIt()
    await expect(state()).resolves.toBe('ready')
  })

  test('hashes a file once for its size and time', async () => {
    await fetchIt()
    const file = path.join(folder, 'encoder.onnx')
    const [then, later] = [new Date(1_700_000_000_000), new Date(1_700_000_001_000)]
    await utimes(file, then, then)
    await expect(state()).resolves.toBe('ready')
    await writeFile(file, ENCODER.toReversed())
    await utimes(file, then, then)
    await expect(state()).resolves.toBe('ready')
    await utimes(file, later, later)
    await expect(state()).resolves.toBe('damaged')
    await writeFile(path.join(folder, 'verified.json'), '{"encoder.onnx": "garbage"')
    await expect(state()).resolves.toBe('damaged')
  })

  test('follows the redirects of a mirror within it', async () => {
    answers = [() => ({ status: 302, headers: { location: `${ENCODER_PATH}?signed=1` } }), ranged(ENCODER)]
    await fetchIt()
    await expect(state()).resolves.toBe('ready')
  })

  test('without a mirror fetches from Hugging Face through the egress proxy', async () => {
    setEnv({ MODELS_BASE_URL: '' })
    trustOrigin(origin)
    await fetchIt()
    await expect(state()).resolves.toBe('ready')
    expect(origin.requests[0]?.url).toBe(`https://huggingface.co${ENCODER_PATH}`)
  })
})

describe('a connection that is cut', () => {
  test('is made again and continues from the last byte', async () => {
    answers = [cut(ENCODER.subarray(0, HALF)), ranged(ENCODER)]
    await fetchIt()
    await expect(state()).resolves.toBe('ready')
    const [first, second] = ranges()
    expect(first).toBe('')
    expect(second).toMatch(/^bytes=\d+-$/)
  })

  test('too often keeps what has come for the next time', async () => {
    answers = [
      cut(ENCODER.subarray(0, HALF)),
      () => ({ headers: { 'content-length': 9 }, body: cutAfter(Buffer.of()) }),
    ]
    answers = [answers[0] ?? whole(ENCODER), () => ({ status: 503 })]
    await expect(fetchIt()).rejects.toEqual(problem('upstream_blocked'))
    await expect(state()).resolves.toBe('partial')

    answers = [ranged(ENCODER)]
    origin.requests.length = 0
    await fetchIt()
    expect(ranges()).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)])
    await expect(state()).resolves.toBe('ready')
  })

  test('by a silence is made again, too', async () => {
    answers = [cutAfterStall, ranged(ENCODER)]
    await fetchIt({ silenceMs: 200 })
    await expect(state()).resolves.toBe('ready')
    expect(ranges().at(-1)).toMatch(/^bytes=[1-9]\d*-$/)
  })

  test('to a server that knows no ranges starts over', async () => {
    answers = [cut(ENCODER.subarray(0, HALF)), whole(ENCODER)]
    await fetchIt()
    await expect(state()).resolves.toBe('ready')
  })

  test('a download that brings nothing is reported as such', async () => {
    answers = [cut(Buffer.of())]
    await expect(fetchIt()).rejects.toMatchObject({
      code: 'upstream_timeout',
      message: expect.stringContaining('download again'),
    })
  })
})

describe('a file left by another run', () => {
  beforeEach(() => mkdir(folder, { recursive: true }))

  test('is continued', async () => {
    await writeFile(part(), ENCODER.subarray(0, HALF))
    await fetchIt()
    expect(ranges()).toEqual([`bytes=${HALF}-`])
    await expect(state()).resolves.toBe('ready')
  })

  test('is only checked when it is whole', async () => {
    await writeFile(part(), ENCODER)
    await fetchIt()
    expect(ranges()).toEqual([])
    await expect(state()).resolves.toBe('ready')
  })

  test('is fetched anew when it is of another file', async () => {
    await writeFile(part(), randomBytes(HALF))
    await fetchIt()
    expect(ranges()).toEqual([`bytes=${HALF}-`, ''])
    await expect(state()).resolves.toBe('ready')
  })

  test('is fetched anew when it is longer than the file', async () => {
    await writeFile(part(), randomBytes(ENCODER.length + 1))
    await fetchIt()
    await expect(state()).resolves.toBe('ready')
  })

  test('a download restarts when the server refuses the range', async () => {
    await writeFile(part(), ENCODER.subarray(0, HALF))
    answers = [() => ({ status: 416 }), ranged(ENCODER)]
    await fetchIt()
    await expect(state()).resolves.toBe('ready')
  })

  test('a download restarts when the server continues at another offset', async () => {
    await writeFile(part(), ENCODER.subarray(0, HALF))
    const elsewhere = { 'content-range': `bytes 7-${ENCODER.length - 1}/${ENCODER.length}` }
    answers = [() => ({ status: 206, headers: elsewhere, body: 'x' }), ranged(ENCODER)]
    await fetchIt()
    await expect(state()).resolves.toBe('ready')
  })
})

describe('a file that is not the one', () => {
  const OTHERS: [what: string, answer: (typeof answers)[number], says: string][] = [
    ['by its content', whole(Buffer.from(ENCODER.toReversed())), 'its checksum'],
    ['by its length', whole(ENCODER.subarray(1)), `it has ${ENCODER.length - 1} bytes`],
    ['by being longer than it says', unmeasured(Buffer.concat([ENCODER, TOKENS])), 'it is longer'],
    ['by a greater length', whole(Buffer.concat([ENCODER, TOKENS])), `it has ${ENCODER.length + TOKENS.length} bytes`],
    ['by ending early for ever', unmeasured(TOKENS), 'it ends after'],
    [
      'by always going on elsewhere',
      () => ({ status: 206, headers: { 'content-range': 'bytes 1-2/3' } }),
      'it ends after 0',
    ],
    ['by having nothing there', () => ({ status: 416 }), 'answered 416'],
  ]

  test.each(OTHERS)('%s is refused', async (_what, answer, says) => {
    answers = [answer]
    await expect(fetchIt()).rejects.toMatchObject({ code: 'upstream_changed', message: expect.stringContaining(says) })
    await expect(state()).resolves.not.toBe('ready')
    expect(existsSync(path.join(folder, 'encoder.onnx'))).toBe(false)
  })

  test.each([
    [404, 'source_not_found'],
    [403, 'upstream_changed'],
    [429, 'upstream_blocked'],
    [500, 'upstream_blocked'],
  ])('an answer %i is reported with its host', async (status, code) => {
    answers = [() => ({ status })]
    await expect(fetchIt()).rejects.toMatchObject({ code, message: expect.stringContaining('127.0.0.1') })
  })
})

describe('a redirect', () => {
  test('from a mirror to another private address is refused', async () => {
    answers = [() => ({ status: 302, headers: { location: 'http://127.0.0.2/secret' } })]
    await expect(fetchIt()).rejects.toEqual(problem('blocked_url'))
  })

  test('from Hugging Face to a private address is refused', async () => {
    setEnv({ MODELS_BASE_URL: '' })
    trustOrigin(origin)
    answers = [() => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } })]
    await expect(fetchIt()).rejects.toEqual(problem('blocked_url'))
  })

  test('in a circle ends', async () => {
    answers = [() => ({ status: 302, headers: { location: ENCODER_PATH } })]
    await expect(fetchIt()).rejects.toEqual(problem('upstream_changed'))
  })
})

describe('a fetch', () => {
  test('keeps off a disk that is nearly full', async () => {
    const free = 2 * (ENCODER.length + TOKENS.length) - 1
    await expect(fetchIt({ freeBytes: async () => free })).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('7 MB are needed'),
    })
    expect(origin.requests).toEqual([])
    await fetchIt({ freeBytes: async () => free + 1 })
  })

  test('keeps off a folder another is at', async () => {
    const abort = new AbortController()
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    answers = [cutAfterStall]
    const first = fetchIt({ signal: abort.signal, onProgress: begun })
    await hasBegun
    await expect(fetchIt()).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining(`Process ${process.pid} is at work on small`),
    })
    abort.abort(new Error('stopped'))
    await expect(first).rejects.toThrow('stopped')
    await expect(state()).resolves.toBe('partial')

    answers = [ranged(ENCODER)]
    await fetchIt()
    expect(ranges().at(-1)).toMatch(/^bytes=[1-9]\d*-$/)
    await expect(state()).resolves.toBe('ready')
  })

  test('takes over from a process that has died, and from one that does nothing any more', async () => {
    await mkdir(path.dirname(folder), { recursive: true })
    await writeFile(`${folder}.lock`, '999999999')
    await fetchIt()
    await writeFile(`${folder}.lock`, String(process.pid))
    const longAgo = new Date(Date.now() - 3600_000)
    await utimes(`${folder}.lock`, longAgo, longAgo)
    await fetchIt()
    expect(existsSync(`${folder}.lock`)).toBe(false)
  })

  test('with an aborted signal fetches nothing', async () => {
    const reason = new Error('too late')
    await expect(fetchIt({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(origin.requests).toEqual([])
  })
})

/** A little of the file, and then neither more nor an end. */
function cutAfterStall(): OriginAnswer {
  async function* stall() {
    yield ENCODER.subarray(0, 100_000)
    await new Promise(() => undefined)
  }
  return { headers: { 'content-length': ENCODER.length }, body: stall() }
}

describe('the models that are known', () => {
  test('have what it takes to be fetched and loaded', () => {
    for (const model of BUILT_IN_MODELS) {
      const roles = model.files.flatMap(({ role }) => role ?? []).toSorted()
      expect(roles).toEqual(model.engine === 'sherpa' ? ['decoder', 'encoder', 'joiner', 'tokens'] : [])
      expect(model.files.some(({ path: name }) => name === 'model.bin')).toBe(model.engine === 'whisper')
      for (const needed of model.needs) expect(findModel(needed).onlyIdentifies).toBe(true)
      for (const file of model.files) {
        expect(file.sha256).toMatch(/^[\da-f]{64}$/)
        expect(file.path).toMatch(/^[\w.-]+$/)
      }
      expect(model.address).toMatch(/\/resolve\/[\da-f]{40}$/)
      expect(model.languages.map((lang) => new Intl.Locale(lang).language)).toEqual(model.languages)
    }
    expect(new Set(BUILT_IN_MODELS.map(({ name }) => name)).size).toBe(BUILT_IN_MODELS.length)
    expect(findModel('parakeet-v3').languages).toHaveLength(25)
  })

  test('are described with their local state', async () => {
    const [best] = await describeModels()
    expect(best).toMatchObject({ name: 'parakeet-v3', bytes: 670_478_772, state: 'absent' })
    await expect(isModelReady('parakeet-v3')).resolves.toBe(false)
  })

  test('are removed with all that was fetched of them', async () => {
    const here = path.join(dataDir, 'models', 'parakeet-v3')
    await mkdir(here, { recursive: true })
    await writeFile(path.join(here, 'encoder.int8.onnx.part'), 'begun')
    expect((await describeModels())[0]?.state).toBe('partial')
    await removeModel('parakeet-v3')
    await removeModel('parakeet-v3')
    expect(existsSync(here)).toBe(false)
  })

  test('are named when another is asked for', async () => {
    await expect(getModel('../../etc')).rejects.toThrow('Choose one of parakeet-v3')
    await expect(removeModel('../../etc')).rejects.toEqual(problem('not_found'))
  })
})
