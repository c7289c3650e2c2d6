import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measurePeaks } from './measure-peaks'

let folder: string
const at = (name: string) => path.join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-peaks-'))
  // Five seconds of silence, then five of a tone.
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5']
  ffmpeg(...tone, '-af', 'adelay=5000', 'late.wav')
  ffmpeg('-f', 'lavfi', '-i', 'anullsrc=d=2', 'silence.wav')
  ffmpeg('-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64', 'picture.mp4')
  ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=300:duration=600', '-ar', '8000', 'long.wav')
  await writeFile(at('text.txt'), 'This is no recording.')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('peaks follow the sound over its length, the loudest being 255', async () => {
  const peaks = await measurePeaks(at('late.wav'), 'en')
  expect(peaks).toHaveLength(800)
  expect(Math.max(...peaks.slice(0, 390))).toBeLessThan(5)
  expect(Math.min(...peaks.slice(410))).toBeGreaterThan(200)
  expect(Math.max(...peaks)).toBe(255)
})

test('a long recording has as many peaks as a short one', async () => {
  const peaks = await measurePeaks(at('long.wav'), 'en')
  expect(peaks).toHaveLength(800)
  expect(Math.min(...peaks.slice(1, -1))).toBeGreaterThan(200)
})

test('opposite channels do not cancel each other out', async () => {
  ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=300:duration=2', '-af', 'pan=stereo|c0=c0|c1=-1*c0', 'opposite.wav')
  expect(Math.min(...(await measurePeaks(at('opposite.wav'), 'en')).slice(1, -1))).toBeGreaterThan(200)
})

test('silence is flat, and a file without sound has no peaks', async () => {
  expect(new Set(await measurePeaks(at('silence.wav'), 'en'))).toEqual(new Set([0]))
  expect(await measurePeaks(at('picture.mp4'), 'en')).toHaveLength(0)
})

test('a file that is no media is refused', async () => {
  await expect(measurePeaks(at('text.txt'), 'en')).rejects.toMatchObject({ code: 'unsupported_media' })
})
