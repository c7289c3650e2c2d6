import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeAudio } from '../decode-audio'
import { probeMedia } from '../probe-media'
import { readChunk } from './read-chunk'

const jfk = fileURLToPath(new URL('../../../test/fixtures/audio/jfk.wav', import.meta.url))
let folder: string
let pcmFile: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-piece-'))
  pcmFile = path.join(folder, 'audio.pcm')
  await decodeAudio(jfk, pcmFile)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('all chunks together are the whole file', async () => {
  const bounds = [0, 20, 4001, 11_000]
  const chunks = await Promise.all(bounds.slice(1).map((end, i) => readChunk(pcmFile, bounds[i] ?? 0, end)))
  expect(Buffer.concat(chunks.map((wav) => wav.subarray(44))).equals(await readFile(pcmFile))).toBe(true)
})

test('a chunk is a WAV file that ffprobe reads', async () => {
  await writeFile(path.join(folder, 'piece.wav'), await readChunk(pcmFile, 5000, 7500))
  expect(await probeMedia(path.join(folder, 'piece.wav'))).toMatchObject({ container: 'wav', durationMs: 2500 })
})

test('samples past the end are left out', async () => {
  expect(await readChunk(pcmFile, 10_000, 20_000)).toHaveLength(44 + 32_000)
  expect(await readChunk(pcmFile, 20_000, 30_000)).toHaveLength(44)
})
