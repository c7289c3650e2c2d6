import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimedDuration } from './claimed-duration'

let folder: string
const at = (name: string) => path.join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder })
const TONE = ['-f', 'lavfi', '-i', 'sine=d=8:r=16000']

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-claims-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['tone.wav', []],
  ['tone.mp4', ['-movflags', '+faststart']],
  ['tone.mkv', []],
  ['tone.flac', []],
  ['tone.mp3', []],
])('half of %s states the length of all of it', async (name, options) => {
  ffmpeg(...TONE, ...options, name)
  const whole = await readFile(at(name))
  await writeFile(at(`half-${name}`), whole.subarray(0, Math.floor(whole.length / 2)))
  const { durationMs, isStated } = await claimedDuration(at(`half-${name}`), 'a:0')
  expect(isStated).toBe(true)
  expect(Math.abs((durationMs ?? 0) - 8_000)).toBeLessThan(200)
})

test.each([0, 0x7fff_ffff, 0xffff_ffff])(
  'a WAV whose header has the size %i is a stream as long as it is',
  async (size) => {
    ffmpeg(...TONE, 'stream.wav')
    const wav = await readFile(at('stream.wav'))
    wav.writeUInt32LE(size, 4)
    wav.writeUInt32LE(size, wav.indexOf('data') + 4)
    await writeFile(at('stream.wav'), wav)
    const { durationMs } = await claimedDuration(at('stream.wav'), 'a:0')
    expect(durationMs ?? 8_000).toBeLessThan(8_200)
  },
)

test.each([
  ['an MP3 without a header', 'plain.mp3', ['-write_xing', '0']],
  ['a stream of AAC', 'tone.aac', []],
  ['a transport stream', 'tone.ts', []],
])('%s states no length', async (_, name, options) => {
  ffmpeg(...TONE, ...options, name)
  expect(await claimedDuration(at(name), 'a:0')).toMatchObject({ isStated: false })
})

test('the length of a video is not that of its sound', async () => {
  const video = ['-f', 'lavfi', '-i', 'testsrc=d=20:s=64x64:r=2']
  ffmpeg(...video, ...TONE, 'film.mkv')
  expect(await claimedDuration(at('film.mkv'), 'a:0')).toMatchObject({
    isStated: true,
    durationMs: expect.closeTo(8_000, -2),
  })
  ffmpeg(...video, ...TONE, '-ar', '22050', 'film.flv')
  expect(await claimedDuration(at('film.flv'), 'a:0')).toMatchObject({ isStated: false })
})
