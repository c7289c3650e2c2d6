import { execFileSync } from 'node:child_process'
import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeAudio } from '../decode-audio'
import { pcmDurationMs } from '../pcm-format'
import { findVoiceActivity } from '../voice-activity/find-voice-activity'
import { type Chunk, planChunks } from './plan-chunks'

const jfk = fileURLToPath(new URL('../../../test/fixtures/audio/jfk.wav', import.meta.url))
const WINDOWS = { minSeconds: 20, maxSeconds: 28 }
let folder: string

const at = (name: string) => path.join(folder, name)
const noise = (filter: string, seconds: number) => ['-f', 'lavfi', '-t', String(seconds), '-i', filter]

async function plan(...ffmpegArgs: string[]): Promise<Chunk[]> {
  const pcm = ['-ac', '1', '-ar', '16000', '-f', 's16le', '-fs', '20000000', at('audio.pcm')]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...ffmpegArgs, ...pcm])
  const chunks = await planChunks(at('audio.pcm'), WINDOWS)
  expectToCover(chunks, pcmDurationMs((await stat(at('audio.pcm'))).size))
  return chunks
}

function expectToCover(chunks: readonly Chunk[], durationMs: number, fromMs = 0): void {
  const cuts = chunks.map(({ startMs, overlapMs }) => startMs + overlapMs)
  expect(cuts).toEqual(chunks.length === 0 ? [] : [fromMs, ...chunks.slice(0, -1).map(({ endMs }) => endMs)])
  expect(chunks.at(-1)?.endMs).toBe(durationMs)
  expect(chunks.every(({ startMs, endMs }) => startMs < endMs)).toBe(true)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-plan-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('an empty file has no chunks', async () => {
  await writeFile(at('empty.pcm'), '')
  expect(await planChunks(at('empty.pcm'), WINDOWS)).toEqual([])
})

test('speech shorter than a window is one chunk', async () => {
  expect(await plan('-i', jfk)).toEqual([{ startMs: 0, endMs: 11_000, silent: false, overlapMs: 0 }])
})

test('long speech is cut in the pauses', async () => {
  const chunks = await plan('-stream_loop', '9', '-i', jfk)
  expect(chunks.every(({ silent }) => !silent)).toBe(true)
  for (const { startMs, endMs } of chunks.slice(0, -1)) {
    expect(endMs - startMs).toBeGreaterThanOrEqual(20_000)
    expect(endMs - startMs).toBeLessThanOrEqual(28_000)
  }
  const pcm = await readFile(at('audio.pcm'))
  const loudest = (fromMs: number, toMs: number) => {
    let most = 0
    for (let byte = fromMs * 32; byte < toMs * 32; byte += 2) most = Math.max(most, Math.abs(pcm.readInt16LE(byte)))
    return most
  }
  const speech = loudest(0, 110_000)
  for (const { endMs } of chunks.slice(0, -1)) expect(loudest(endMs - 60, endMs + 60)).toBeLessThan(speech / 20)
})

test('a cut within continuous sound overlaps both chunks', async () => {
  const tone = 'aevalsrc=0.5*sin(2*PI*500*t)*(1-lt(t\\,36)*gte(mod(t\\,6)\\,3)):s=16000'
  const chunks = await plan(...noise(tone, 66))
  expect(chunks.slice(0, 3).map(({ overlapMs }) => overlapMs)).toEqual([0, 0, 1000])
  expect(chunks.every(({ startMs, endMs }) => endMs - startMs <= 28_000)).toBe(true)
})

test('a part of a recording is planned to the millisecond', async () => {
  await plan('-stream_loop', '9', '-i', jfk)
  const parts = { fromMs: 7_013, untilMs: 77_777 }
  const chunks = await planChunks(at('audio.pcm'), { ...WINDOWS, ...parts })
  expectToCover(chunks, parts.untilMs, parts.fromMs)
  expect(chunks.length).toBeGreaterThan(2)
  expect(await planChunks(at('audio.pcm'), { ...WINDOWS, fromMs: 110_000 })).toEqual([])
  expect((await planChunks(at('audio.pcm'), { ...WINDOWS, untilMs: 999_999 })).at(-1)?.endMs).toBe(110_000)
})

test('the last chunk is never a short remainder', async () => {
  for (const seconds of [28.02, 28.5, 29, 48, 56.1]) {
    const chunks = await plan('-stream_loop', '9', '-i', jfk, '-t', String(seconds))
    const last = chunks.at(-1)
    expect((last?.endMs ?? 0) - (last?.startMs ?? 0)).toBeGreaterThanOrEqual(2000)
  }
})

test.each([
  ['digital silence', 'anullsrc=r=16000'],
  ['white noise, very low', 'anoisesrc=r=16000:a=0.001'],
  ['white noise, low', 'anoisesrc=r=16000:a=0.01'],
  ['pink noise', 'anoisesrc=r=16000:c=pink:a=0.05'],
  ['brown noise', 'anoisesrc=r=16000:c=brown:a=0.05'],
  ['hum', 'sine=f=50:r=16000'],
  ['rounding noise', 'anoisesrc=r=16000:a=0.00005'],
])('%s is silent', async (_, filter) => {
  expect(await plan(...noise(filter, 60))).toEqual([{ startMs: 0, endMs: 60_000, silent: true, overlapMs: 0 }])
})

test('a click every two seconds is no speech', async () => {
  const clicks = 'aevalsrc=0.8*lt(mod(t\\,2)\\,0.005):s=16000'
  expect(await plan(...noise(clicks, 30))).toEqual([{ startMs: 0, endMs: 30_000, silent: true, overlapMs: 0 }])
})

test.each(['0dB', '-30dB', '-45dB'])('speech at %s is not silent', async (volume) => {
  const chunks = await plan('-stream_loop', '5', '-i', jfk, '-af', `volume=${volume}`)
  expect(chunks.some(({ silent }) => silent)).toBe(false)
})

test.each(['0.01', '0.05', '0.1'])('speech in white noise of %s is not silent', async (amplitude) => {
  const mix = ['-filter_complex', 'amix=duration=first:normalize=0']
  const chunks = await plan('-stream_loop', '5', '-i', jfk, ...noise(`anoisesrc=r=16000:a=${amplitude}`, 66), ...mix)
  expect(chunks.some(({ silent }) => silent)).toBe(false)
})

test('a long silence between speech is a separate chunk, with a margin', async () => {
  const parts = ['-i', jfk, ...noise('anullsrc=r=16000', 40), '-i', jfk, ...noise('anullsrc=r=16000', 3), '-i', jfk]
  const chunks = await plan(...parts, '-filter_complex', '[0][1][2][3][4]concat=n=5:v=0:a=1')
  expect(chunks.map(({ silent }) => silent)).toEqual([false, true, false])
  const [first, gap] = chunks
  expect(first?.endMs).toBeGreaterThanOrEqual(10_900)
  expect(first?.endMs).toBeLessThan(12_000)
  expect(gap?.endMs).toBeGreaterThan(50_000)
  expect(gap?.endMs).toBeLessThanOrEqual(51_000)
})

test('speech in the last moment before the end is kept', async () => {
  const parts = [...noise('anullsrc=r=16000', 100), '-ss', '0.3', '-t', '0.6', '-i', jfk]
  const chunks = await plan(...parts, '-filter_complex', '[0][1]concat=n=2:v=0:a=1')
  expect(chunks.map(({ silent }) => silent)).toEqual([true, false])
})

test('an hour is planned, speech at the end found', async () => {
  const seconds = 3_600
  const bytes = seconds * 32_000
  await decodeAudio(jfk, at('jfk.pcm'))
  await writeFile(at('long.pcm'), '')
  await truncate(at('long.pcm'), bytes - 352_000)
  const handle = await open(at('long.pcm'), 'a')
  await handle.writeFile(await readFile(at('jfk.pcm')))
  await handle.close()
  const chunks = await planChunks(at('long.pcm'), WINDOWS)
  expectToCover(chunks, seconds * 1000)
  expect(chunks.map(({ silent }) => silent)).toEqual([true, false])
  await rm(at('long.pcm'))
})

test('any samples are covered in order, by chunks no longer than the window', async () => {
  const stretch = fc.record({ amplitude: fc.integer({ min: 0, max: 32_767 }), tenths: fc.integer({ min: 1, max: 60 }) })
  const stretches = fc.array(stretch, { minLength: 1, maxLength: 8 })
  const covers = async (parts: { amplitude: number; tenths: number }[], extraBytes: number) => {
    const sounds = parts.map(({ amplitude, tenths }) =>
      Int16Array.from({ length: tenths * 1600 }, (_, i) => amplitude * Math.sin(i * (0.1 + (i % 3200) / 9000))),
    )
    const pcm = Buffer.concat([...sounds.map(({ buffer }) => Buffer.from(buffer)), Buffer.alloc(extraBytes)])
    await writeFile(at('any.pcm'), pcm)
    const chunks = await planChunks(at('any.pcm'), { minSeconds: 4, maxSeconds: 7 })
    expectToCover(chunks, pcmDurationMs(pcm.length))
    expect(chunks.every(({ startMs, endMs, silent }) => silent || endMs - startMs <= 7000)).toBe(true)
  }
  const property = fc.asyncProperty(stretches, fc.integer({ min: 0, max: 700 }), covers)
  await fc.assert(property, { numRuns: 30, interruptAfterTimeLimit: 20_000 })
})

/** Chords over a beat, without end. */
const MUSIC =
  'aevalsrc=0.3*exp(-20*mod(t\\,0.5))*sin(120*PI*t)+0.06*(sin(440*PI*t)+sin(554*PI*t)+sin(660*PI*t))*(0.6+0.4*sin(PI*t)):s=16000'

describe('where voices are known', () => {
  const reading = fileURLToPath(new URL('../../../public/samples/reading.mp3', import.meta.url))
  const raw = ['-ac', '1', '-ar', '16000', '-f', 's16le']

  /** A repeated reading, once plain and once over music that continues for ten seconds after it. */
  async function makeTalk(): Promise<{ clean: Buffer; mixed: string }> {
    const [clean, mixed] = [at('clean.pcm'), at('mixed.pcm')]
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-stream_loop', '5', '-i', reading, '-t', '120', ...raw, clean])
    const speech = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', clean]
    const mix = ['-filter_complex', 'amix=duration=longest:normalize=0']
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...speech, ...noise(MUSIC, 130), ...mix, ...raw, mixed])
    return { clean: await readFile(clean), mixed }
  }

  test('speech over music is cut between words, and music alone is silent', { tags: 'deep' }, async () => {
    const { clean, mixed } = await makeTalk()
    const chunks = await planChunks(mixed, { ...WINDOWS, voiceActivity: await findVoiceActivity(mixed) })
    expectToCover(chunks, 130_000)
    expect(chunks.at(-1)).toMatchObject({ silent: true, overlapMs: 0 })
    expect(chunks.at(-1)?.startMs).toBeLessThan(122_000)
    expect(chunks.at(-1)?.startMs).toBeGreaterThanOrEqual(120_500)
    const spoken = chunks.slice(0, -1)
    expect(spoken.every(({ silent, overlapMs }) => !silent && overlapMs === 0)).toBe(true)
    const loudest = (fromMs: number, toMs: number) => {
      let most = 0
      const bytes = clean.subarray(fromMs * 32, toMs * 32)
      for (let byte = 0; byte < bytes.length; byte += 2) most = Math.max(most, Math.abs(bytes.readInt16LE(byte)))
      return most
    }
    for (const { endMs } of spoken.slice(0, -1)) {
      expect(loudest(endMs - 40, endMs + 40)).toBeLessThan(loudest(0, 120_000) / 20)
    }
  })

  test('the same plan comes of the same recording', { tags: 'deep' }, async () => {
    const { mixed } = await makeTalk()
    const [one, two] = [await findVoiceActivity(mixed), await findVoiceActivity(mixed)]
    expect(one?.length).toBeGreaterThan(10)
    expect(two).toEqual(one)
  })

  test('nothing at all is silent, however loud the sound', async () => {
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...noise(MUSIC, 60), ...raw, at('music.pcm')])
    const whole = { startMs: 0, endMs: 60_000, overlapMs: 0 }
    expect(await planChunks(at('music.pcm'), { ...WINDOWS, voiceActivity: [] })).toEqual([{ ...whole, silent: true }])
    expect((await planChunks(at('music.pcm'), WINDOWS)).some(({ silent }) => silent)).toBe(false)
  })

  test('voices without a pause are cut at the quietest point, and both chunks have it', async () => {
    const tone = 'aevalsrc=0.5*sin(2*PI*500*t)*(1-0.9*gte(mod(t\\,30)\\,24)*lt(mod(t\\,30)\\,25)):s=16000'
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...noise(tone, 40), ...raw, at('tone.pcm')])
    const voiceActivity = [{ startMs: 0, endMs: 40_000 }]
    const chunks = await planChunks(at('tone.pcm'), { ...WINDOWS, voiceActivity })
    expect(chunks).toHaveLength(2)
    expect(chunks[0]?.endMs).toBeGreaterThan(24_000)
    expect(chunks[0]?.endMs).toBeLessThan(25_000)
    expect(chunks[1]).toMatchObject({ overlapMs: 1000, endMs: 40_000 })
  })

  test('intervals that go beyond the end, touch or overlap count once', async () => {
    await plan('-i', jfk)
    const voiceActivity = [
      { startMs: 0, endMs: 4_000 },
      { startMs: 3_000, endMs: 9_000 },
      { startMs: 9_000, endMs: 20_000 },
    ]
    const chunks = await planChunks(at('audio.pcm'), { ...WINDOWS, voiceActivity })
    expect(chunks).toEqual([{ startMs: 0, endMs: 11_000, silent: false, overlapMs: 0 }])
  })
})

test('stops when it is no longer wanted', async () => {
  const reason = new Error('cancelled')
  await decodeAudio(jfk, at('some.pcm'))
  await expect(planChunks(at('some.pcm'), { ...WINDOWS, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
