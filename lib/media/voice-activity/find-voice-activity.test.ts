import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { findVoiceActivity, type VoiceInterval } from './find-voice-activity'

const SAMPLES = path.resolve('public/samples')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-voices-'))
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A PCM file made by ffmpeg of a file or of one of its generators. */
function pcm(...input: string[]): string {
  const file = path.join(folder, 'audio.pcm')
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, '-ac', '1', '-ar', '16000', '-f', 's16le', file])
  return file
}

const spokenMs = (intervals: readonly VoiceInterval[] | null) =>
  (intervals ?? []).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)

describe('speech is found', () => {
  test.each([
    ['reading.mp3', 20_405, 0.9],
    ['jfk.flac', 11_000, 0.6],
    ['two-voices.mp3', 38_630, 0.75],
  ])('in %s, with pauses', async (name, durationMs, atLeast) => {
    const intervals = await findVoiceActivity(pcm('-i', path.join(SAMPLES, name)))
    expect(spokenMs(intervals)).toBeGreaterThan(atLeast * durationMs)
    expect(intervals?.length).toBeGreaterThan(2)
    for (const [at, { startMs, endMs }] of (intervals ?? []).entries()) {
      expect(startMs).toBeGreaterThanOrEqual(intervals?.[at - 1]?.endMs ?? 0)
      expect(endMs).toBeGreaterThan(startMs)
      expect(endMs).toBeLessThanOrEqual(durationMs + 100)
    }
  })

  test.each([
    ['a thousandth as loud', 'volume=-60dB'],
    ['by telephone', 'highpass=f=300,lowpass=f=3400'],
    ['overdriven', 'volume=30dB'],
    ['in a hall', 'aecho=0.8:0.9:120|300:0.6|0.4'],
  ])('%s', async (_, filter) => {
    const reading = path.join(SAMPLES, 'reading.mp3')
    const intervals = await findVoiceActivity(pcm('-i', reading, '-af', `aresample=16000,${filter}`))
    expect(spokenMs(intervals)).toBeGreaterThan(0.9 * 20_405)
  })

  test('without a pause for a minute', async () => {
    const endless = 'silenceremove=stop_periods=-1:stop_duration=0.02:stop_threshold=-35dB,atrim=duration=60'
    const file = pcm('-stream_loop', '4', '-i', path.join(SAMPLES, 'reading.mp3'), '-af', endless)
    const intervals = await findVoiceActivity(file)
    expect(spokenMs(intervals)).toBeGreaterThan(0.95 * 60_000)
    expect(intervals?.every(({ startMs, endMs }) => endMs - startMs < 32_000)).toBe(true)
  })

  test('in a part of a recording, at the times of the recording', async () => {
    const file = pcm('-i', path.join(SAMPLES, 'reading.mp3'))
    const all = (await findVoiceActivity(file)) ?? []
    const part = (await findVoiceActivity(file, { fromMs: 5_500, untilMs: 12_000 })) ?? []
    expect(all.length).toBeGreaterThan(part.length)
    const [first, last] = [part[0], part.at(-1)]
    expect(first?.startMs).toBeGreaterThanOrEqual(5_500)
    expect(last?.endMs).toBeLessThanOrEqual(12_050)
    // The pause after the second sentence, by either way to it.
    const pauseIn = (intervals: readonly VoiceInterval[]) =>
      intervals.find(({ endMs }) => endMs > 11_000 && endMs < 12_000)?.endMs ?? Number.NaN
    expect(Math.abs(pauseIn(part) - pauseIn(all))).toBeLessThan(100)
  })
})

test('a long recording is listened to in two parts, and what lies at their border is found as it is in one', {
  tags: 'deep',
}, async () => {
  const file = pcm('-stream_loop', '32', '-i', path.join(SAMPLES, 'reading.mp3'), '-t', '660')
  const border = { fromMs: 320_000, untilMs: 340_000 }
  const [all, part] = [(await findVoiceActivity(file)) ?? [], (await findVoiceActivity(file, border)) ?? []]
  expect(spokenMs(all)).toBeGreaterThan(0.9 * 660_000)
  for (const [at, { startMs }] of all.entries()) expect(startMs).toBeGreaterThanOrEqual(all[at - 1]?.endMs ?? 0)
  const isSpoken = (intervals: readonly VoiceInterval[], ms: number) =>
    intervals.some(({ startMs, endMs }) => startMs <= ms && ms < endMs)
  const around = Array.from({ length: 700 }, (_, at) => border.fromMs + 5_000 + 20 * at)
  expect(around.filter((ms) => isSpoken(all, ms) !== isSpoken(part, ms)).length).toBeLessThan(0.05 * around.length)
  expect(around.filter((ms) => !isSpoken(all, ms)).length).toBeGreaterThan(5)
})

describe('without speech', () => {
  test.each([
    ['digital silence', 'anullsrc'],
    ['white noise', 'anoisesrc=c=white:a=0.2:seed=1'],
    ['pink noise', 'anoisesrc=c=pink:a=0.3:seed=1'],
    ['brown noise that comes and goes', 'anoisesrc=c=brown:a=0.4:seed=1,tremolo=f=4:d=0.9'],
    ['a hum', 'aevalsrc=0.2*sin(100*PI*t)+0.1*sin(200*PI*t)'],
    ['a siren', 'aevalsrc=0.4*sin(1400*PI*t+300*sin(PI*t))'],
    ['three tones that swell', 'aevalsrc=(sin(440*PI*t)+sin(554*PI*t)+sin(660*PI*t))*0.2*abs(sin(PI*t))'],
    ['a fiddle', 'aevalsrc=(0.3*sin(880*PI*t+4*sin(11*PI*t))+0.15*sin(1760*PI*t+8*sin(11*PI*t)))*(0.5+0.5*sin(2*t))'],
    ['a harp', 'aevalsrc=0.3*exp(-3*mod(t\\,0.25))*sin(2*PI*t*220*pow(2\\,floor(mod(t*4\\,8))*3/12))'],
  ])('in %s', async (_, generator) => {
    await expect(findVoiceActivity(pcm('-f', 'lavfi', '-i', generator, '-t', '30'))).resolves.toEqual([])
  })

  test('in an empty file', async () => {
    const file = path.join(folder, 'empty.pcm')
    await writeFile(file, '')
    await expect(findVoiceActivity(file)).resolves.toEqual([])
  })
})

describe('the child', () => {
  async function projectWith(child: string): Promise<void> {
    const project = await mkdtemp(path.join(folder, 'project-'))
    const own = path.join(project, 'lib', 'media', 'voice-activity')
    await mkdir(own, { recursive: true })
    await copyFile('lib/media/voice-activity/silero-vad-v6.onnx', path.join(own, 'silero-vad-v6.onnx'))
    await writeFile(path.join(own, 'voice-activity-child.mjs'), child)
    vi.spyOn(process, 'cwd').mockReturnValue(project)
  }

  test.each([
    ['does not find its library', 'throw new Error("Could not find sherpa-onnx-node")'],
    ['runs on a processor that lacks an instruction', 'process.kill(process.pid, "SIGILL")'],
    ['says half of it and crashes', 'process.stdout.write("0 16000\\n", () => process.abort())'],
    ['talks without an end', 'import { writeSync } from "node:fs"; for (;;) writeSync(1, "0 16000\\n".repeat(1000))'],
  ])('nothing is known of the voices when it %s', async (_, child) => {
    const file = pcm('-i', path.join(SAMPLES, 'jfk.flac'))
    await projectWith(child)
    await expect(findVoiceActivity(file)).resolves.toBeNull()
  })

  test('ends when the voices are no longer wanted', async () => {
    const file = pcm('-i', path.join(SAMPLES, 'jfk.flac'))
    await projectWith('setInterval(() => undefined, 1000)')
    const reason = new Error('cancelled')
    const controller = new AbortController()
    const finding = findVoiceActivity(file, { signal: controller.signal })
    controller.abort(reason)
    await expect(finding).rejects.toBe(reason)
  })
})
