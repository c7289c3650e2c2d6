import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import type { ChunkEngine } from './engine'
import { transcribeWithoutLoops } from './transcribe-without-loops'

const LOOP = 'the name of the Lord '.repeat(12).trim()
const SECONDS = 10
const PAUSE_MS = 6_000

/** Ten seconds of a tone with a pause of half a second after six seconds. */
async function withTone<T>(use: (read: (fromMs: number, toMs: number) => Promise<Buffer>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'loops-'))
  const file = path.join(folder, 'tone.pcm')
  const samples = Int16Array.from({ length: SECONDS * 16_000 }, (_, at) =>
    at > PAUSE_MS * 16 && at < (PAUSE_MS + 500) * 16 ? 0 : Math.round(9000 * Math.sin(at / 8)),
  )
  await writeFile(file, Buffer.from(samples.buffer))
  try {
    return await use((fromMs, toMs) => readChunk(file, fromMs, toMs))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** An engine that writes these texts, one for each call, over the whole chunk. */
function engineThatWrites(texts: string[], canLoop = true): { engine: ChunkEngine; lengths: number[] } {
  const lengths: number[] = []
  const engine: ChunkEngine = {
    id: 'openai',
    model: 'a',
    mode: 'local',
    draft: false,
    canLoop,
    capabilities: async () => ({ ok: true, languages: null }),
    transcribe: async ({ durationMs }) => {
      lengths.push(durationMs)
      const segments = [{ startMs: 0, endMs: durationMs, text: texts[lengths.length - 1] ?? '' }]
      return { segments, lang: 'en', confidence: { logProbability: -1, tokens: 10 } }
    },
  }
  return { engine, lengths }
}

const options = { lang: null, signal: new AbortController().signal }
const run = (engine: ChunkEngine) =>
  withTone((read) => transcribeWithoutLoops(engine, { read, durationMs: SECONDS * 1000 }, options))

test('a chunk that loops is decoded once more in halves, cut at its pause', async () => {
  const { engine, lengths } = engineThatWrites([LOOP, 'Good morning.', 'Good evening.'])
  const { segments, loops, rawText, confidence } = await run(engine)
  expect(lengths[0]).toBe(10_000)
  const [cut = 0] = lengths.slice(1)
  expect([cut > PAUSE_MS, cut < PAUSE_MS + 500, lengths[2]]).toEqual([true, true, 10_000 - cut])
  expect(segments).toEqual([
    { startMs: 0, endMs: cut, text: 'Good morning.' },
    { startMs: cut, endMs: 10_000, text: 'Good evening.' },
  ])
  expect({ loops, rawText, confidence }).toEqual({
    loops: [],
    rawText: 'Good morning. Good evening.',
    confidence: { logProbability: -2, tokens: 20 },
  })
})

test('a loop that is still there is dropped as a whole, and its times are kept', async () => {
  const { engine, lengths } = engineThatWrites([LOOP, 'Good morning.', LOOP])
  const { segments, loops } = await run(engine)
  const [, cut = 0] = lengths
  expect(segments).toEqual([{ startMs: 0, endMs: cut, text: 'Good morning.' }])
  expect(loops).toEqual([{ startMs: cut, endMs: 10_000 }])
})

test('the text of an engine that cannot loop stays as it is', async () => {
  const { engine, lengths } = engineThatWrites([LOOP], false)
  const { segments, loops } = await run(engine)
  expect(segments.map(({ text }) => text)).toEqual([LOOP])
  expect({ loops, calls: lengths.length }).toEqual({ loops: [], calls: 1 })
})
