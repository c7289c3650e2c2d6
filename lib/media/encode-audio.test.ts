import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeAudio } from './decode-audio'
import { encodeAudio } from './encode-audio'
import { probeMedia } from './probe-media'

const never = new AbortController().signal
let folder: string
let pcm: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-encode-'))
  pcm = path.join(folder, 'audio.pcm')
  await decodeAudio('test/fixtures/audio/jfk.wav', pcm)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a stretch of the sound becomes a small file that holds the very same sound', async () => {
  const small = path.join(folder, 'sound.flac')
  await encodeAudio(pcm, small, { fromMs: 2500, untilMs: 9250 }, never)
  expect(await probeMedia(small)).toMatchObject({ audioTracks: [{}], hasVideo: false, durationMs: 6750 })
  expect((await stat(small)).size).toBeLessThan(0.75 * 6750 * 32)
  const back = path.join(folder, 'back.pcm')
  expect(await decodeAudio(small, back)).toMatchObject({ durationMs: 6750 })
  expect((await readFile(back)).equals((await readFile(pcm)).subarray(2500 * 32, 9250 * 32))).toBe(true)
})

test('nothing is left of one that fails or is no longer wanted', async () => {
  const before = await readdir(folder)
  const none = path.join(folder, 'none.flac')
  await expect(encodeAudio(path.join(folder, 'missing'), none, { fromMs: 0, untilMs: 1 }, never)).rejects.toThrow()
  const reason = new Error('cancelled')
  const late = encodeAudio(pcm, none, { fromMs: 0, untilMs: 11_000 }, AbortSignal.abort(reason))
  await expect(late).rejects.toBe(reason)
  expect(await readdir(folder)).toEqual(before)
})
