import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { fetchSpeakerTurns } from './fetch-speaker-turns'

const BYTES_PER_SECOND = 32_000
const { signal } = new AbortController()

type Asked = { model: string; format: string; names: string[]; samples: string[]; seconds: number }
type Answer = { status?: number; body: unknown }

const asked: Asked[] = []
let answers: Answer[] = []
const segments = (...turns: [speaker: string, start: number, end: number][]) => ({
  text: '',
  segments: turns.map(([speaker, start, end]) => ({
    type: 'transcript.text.segment',
    text: 'words',
    speaker,
    start,
    end,
  })),
})

const { url, stop } = await listenOnLoopback(async (request, response) => {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const init = { method: 'POST', headers, body: request, duplex: 'half' }
  const form = await new Request('http://speech.test', init as unknown as RequestInit).formData()
  const texts = (name: string) => form.getAll(name).map(String)
  asked.push({
    model: String(form.get('model')),
    format: `${form.get('response_format')} ${form.get('chunking_strategy')}`,
    names: texts('known_speaker_names[]'),
    samples: texts('known_speaker_references[]'),
    seconds: Math.round(((form.get('file') as File).size - 44) / BYTES_PER_SECOND),
  })
  const { status = 200, body } = answers.shift() ?? { body: segments() }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})

let folder: string
let speakers: { apiUrl: string; apiKey: string; model: string }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-speakers-'))
  speakers = { apiUrl: `${url}/v1`, apiKey: 'sk-secret', model: 'a-diarizing-model' }
})
beforeEach(() => {
  asked.length = 0
})
afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

/** Audio of that length; what it sounds like does not matter here. */
async function pcm(seconds: number): Promise<string> {
  const file = path.join(folder, `${seconds}.pcm`)
  await writeFile(file, '')
  await truncate(file, seconds * BYTES_PER_SECOND)
  return file
}

test('a short recording is one request, and its speakers are counted in their order', async () => {
  answers = [{ body: segments(['B', 0, 4.5], ['A', 4.5, 9], ['B', 9, 12]) }]
  expect(await fetchSpeakerTurns(speakers, await pcm(12), signal)).toEqual([
    { startMs: 0, endMs: 4500, speaker: 0 },
    { startMs: 4500, endMs: 9000, speaker: 1 },
    { startMs: 9000, endMs: 12_000, speaker: 0 },
  ])
  expect(asked).toEqual([
    { model: 'a-diarizing-model', format: 'diarized_json auto', names: [], samples: [], seconds: 12 },
  ])
})

test('a long one is sent in stretches with samples of the voices, which keep their number', async () => {
  answers = [
    { body: segments(['A', 0, 30], ['B', 30, 31], ['C', 31, 34]) },
    { body: segments(['speaker_3', 0, 5], ['speaker_1', 5, 20], ['A', 20, 25]) },
    { body: segments(['speaker_4', 0, 5], ['speaker_1', 5, 9999]) },
  ]
  const turns = await fetchSpeakerTurns(speakers, await pcm(25 * 60), signal)
  expect(turns.map(({ startMs, endMs, speaker }) => [startMs / 1000, endMs / 1000, speaker])).toEqual([
    [0, 30, 0],
    [30, 31, 1],
    [31, 34, 2],
    [720, 725, 2],
    [725, 740, 0],
    [740, 745, 3],
    [1440, 1445, 3],
    [1445, 1500, 0],
  ])
  // A speaker with too little speech has no sample.
  expect(asked.map(({ names, seconds }) => [names, seconds])).toEqual([
    [[], 720],
    [['speaker_1', 'speaker_3'], 720],
    [['speaker_1', 'speaker_3', 'speaker_4'], 60],
  ])
  const [first = '', second = ''] = asked[1]?.samples ?? []
  const secondsOf = (sample: string) => {
    expect(sample).toMatch(/^data:audio\/wav;base64,/)
    return (Buffer.from(sample.split(',')[1] ?? '', 'base64').length - 44) / BYTES_PER_SECOND
  }
  expect([secondsOf(first), secondsOf(second)]).toEqual([9, 3])
})

test.each([
  [{ status: 400, body: { error: { message: 'no such model' } } }],
  [{ status: 503, body: {} }],
  [{ body: { text: 'without speakers' } }],
  [{ body: 'nonsense' }],
])('an answer without speakers is a failure of the server: %j', async (answer) => {
  answers = [answer]
  const failure = await fetchSpeakerTurns(speakers, await pcm(5), signal).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'Problem' })
  expect(String((failure as Error).cause)).not.toContain('sk-secret')
})
