import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silence } from '@/test/silence'
import { decodeAudio } from './decode-audio'

const jfk = fileURLToPath(new URL('../../test/fixtures/audio/jfk.wav', import.meta.url))
const VIDEO = ['-f', 'lavfi', '-i', 'testsrc=d=3:s=64x64']
let folder: string

const at = (name: string) => path.join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder })

/** Two hours of silence, as a WAV with a hole for its samples. */
async function makeLongSilence(): Promise<void> {
  const header = Buffer.from(silence(0))
  const dataBytes = 7200 * 16_000 * 2
  header.writeUInt32LE(36 + dataBytes, 4)
  header.writeUInt32LE(dataBytes, 40)
  await writeFile(at('long.wav'), header)
  await truncate(at('long.wav'), header.length + dataBytes)
}

/** The samples of a 16-bit WAV's data chunk. */
function samplesOf(wav: Buffer): Buffer {
  return wav.subarray(wav.indexOf('data') + 8)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-decode-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('gives the very samples of a 16 kHz WAV', async () => {
  const progress: number[] = []
  const done = await decodeAudio(jfk, at('out.pcm'), { onProgress: (decodedMs) => progress.push(decodedMs) })
  expect(done).toEqual({ durationMs: 11_000, bytes: 352_000, statedMs: null, isOneChannel: false })
  expect((await readFile(at('out.pcm'))).equals(samplesOf(await readFile(jfk)))).toBe(true)
  expect(progress.at(-1)).toBe(11_000)
  expect(await readdir(folder)).toEqual(['out.pcm'])
})

test('mixes down and resamples what a video holds', async () => {
  ffmpeg(...VIDEO, '-i', jfk, '-ac', '2', '-ar', '44100', '-shortest', 'clip.mp4')
  const { durationMs } = await decodeAudio(at('clip.mp4'), at('out.pcm'))
  expect(durationMs).toBeGreaterThan(2900)
  expect(durationMs).toBeLessThan(3100)
})

test.each([
  ['opposite', '-1', true],
  ['nearly opposite', '-0.9', true],
  ['equal', '1', false],
  ['silent', '0', false],
])('a second channel that is %s takes nothing away', async (_, factor, isOneChannel) => {
  ffmpeg('-i', jfk, '-af', `pan=stereo|c0=c0|c1=${factor}*c0`, '-t', '4', 'stereo.wav')
  const decoded = await decodeAudio(at('stereo.wav'), at('out.pcm'), { track: { index: 0, channels: 2 } })
  expect(decoded).toMatchObject({ isOneChannel, durationMs: 4_000 })
  const pcm = await readFile(at('out.pcm'))
  const loudest = Array.from({ length: pcm.length / 2 }, (_, at) => Math.abs(pcm.readInt16LE(at * 2)))
  expect(loudest.reduce((high, one) => Math.max(high, one), 0)).toBeGreaterThan(3_000)
})

test('puts silence where the sound starts later than the picture', async () => {
  ffmpeg(...VIDEO, '-itsoffset', '2', '-i', jfk, '-map', '0', '-map', '1', 'late.mkv')
  const { durationMs } = await decodeAudio(at('late.mkv'), at('out.pcm'))
  expect(durationMs).toBeGreaterThan(12_900)
  const pcm = await readFile(at('out.pcm'))
  expect(pcm.subarray(0, 1900 * 32).every((byte) => byte === 0)).toBe(true)
})

test('a video without sound fails with no_audio', async () => {
  ffmpeg(...VIDEO, 'mute.mp4')
  await expect(decodeAudio(at('mute.mp4'), at('out.pcm'))).rejects.toMatchObject({ code: 'no_audio' })
  expect(await readdir(folder)).toEqual(['mute.mp4'])
})

test('takes what decodes of a file that is cut off', async () => {
  ffmpeg('-i', jfk, '-movflags', '+faststart', 'whole.mp4')
  const whole = await readFile(at('whole.mp4'))
  await writeFile(at('cut.mp4'), whole.subarray(0, Math.floor(whole.length / 2)))
  const { durationMs } = await decodeAudio(at('cut.mp4'), at('out.pcm'))
  expect(durationMs).toBeGreaterThan(3000)
  expect(durationMs).toBeLessThan(8000)
})

test('takes what decodes of a file that is damaged in the middle', async () => {
  ffmpeg('-i', jfk, 'sound.mp3')
  const bytes = await readFile(at('sound.mp3'))
  bytes.fill(0x55, 20_000, 30_000)
  await writeFile(at('sound.mp3'), bytes)
  const { durationMs } = await decodeAudio(at('sound.mp3'), at('out.pcm'))
  expect(durationMs).toBeGreaterThan(6000)
})

test.each([
  ['a file cut off before its index', 'invalid_media', '\0\0\0\x20ftypisom'],
  ['an empty file', 'invalid_media', ''],
  ['text', 'unsupported_media', 'no media'],
  ['a script', 'unsupported_media', `ffconcat version 1.0\nfile ${jfk}\n`],
])('%s is %s', async (_, code, content) => {
  await writeFile(at('bad.mp4'), content)
  await expect(decodeAudio(at('bad.mp4'), at('out.pcm'))).rejects.toMatchObject({ code })
  expect(await readdir(folder)).toEqual(['bad.mp4'])
})

test.runIf(process.platform === 'linux')('a full disk is not the fault of the file', async () => {
  await symlink('/dev/full', at('out.pcm.part'))
  await expect(decodeAudio(jfk, at('out.pcm'))).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(await readdir(folder)).toEqual([])
})

test('a folder that is not there is not the fault of the file', async () => {
  await expect(decodeAudio(jfk, at('missing/out.pcm'))).rejects.toMatchObject({ code: 'storage_unavailable' })
})

test('a recording longer than allowed is refused by its measured length', async () => {
  const refused = decodeAudio(jfk, at('out.pcm'), { maxSeconds: 5 })
  await expect(refused).rejects.toMatchObject({ code: 'media_too_long', context: { max_seconds: 5 } })
  expect(await decodeAudio(jfk, at('out.pcm'), { maxSeconds: 11 })).toMatchObject({ durationMs: 11_000 })
})

test('an abort leaves nothing behind', async () => {
  const abort = new AbortController()
  const reason = new Error('cancelled')
  await makeLongSilence()
  const onProgress = () => abort.abort(reason)
  await expect(decodeAudio(at('long.wav'), at('out.pcm'), { signal: abort.signal, onProgress })).rejects.toBe(reason)
  expect(await readdir(folder)).toEqual(['long.wav'])
})

test('a decoder that is aborted gives no result, however much it has written', async () => {
  await makeLongSilence()
  let pid = 0
  const onProgress = (decodedMs: number) => {
    if (decodedMs === 0 || pid !== 0) return
    pid = Number(execFileSync('pgrep', ['-f', at('out.pcm.part')], { encoding: 'utf8' }))
    process.kill(pid, 'SIGTERM')
  }
  await expect(decodeAudio(at('long.wav'), at('out.pcm'), { onProgress })).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  expect(pid).toBeGreaterThan(0)
  expect(await readdir(folder)).toEqual(['long.wav'])
})
