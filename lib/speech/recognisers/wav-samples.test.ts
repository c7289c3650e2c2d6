import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { wavSamples } from './wav-samples'

async function chunkOf(...values: number[]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wav-'))
  const file = path.join(folder, 'audio.pcm')
  await writeFile(file, Buffer.from(new Int16Array(values).buffer))
  const wav = await readChunk(file, 0, 1000)
  await rm(folder, { recursive: true })
  return wav
}

test('reads the chunks that recordings are cut into', async () => {
  expect(wavSamples(await chunkOf(0, 16_384, -32_768))).toEqual(new Float32Array([0, 0.5, -1]))
  expect(wavSamples(await chunkOf())).toEqual(new Float32Array())
})

test('passes over other parts before the sound', async () => {
  const wav = await chunkOf(16_384)
  const list = Buffer.from('LIST\x03\x00\x00\x00abc\x00', 'latin1')
  expect(wavSamples(Buffer.concat([wav.subarray(0, 36), list, wav.subarray(36)]))).toEqual(new Float32Array([0.5]))
})

test('reads the complete samples of a sound that is cut off', async () => {
  const wav = await chunkOf(16_384, 16_384)
  expect(wavSamples(wav.subarray(0, -1))).toEqual(new Float32Array([0.5]))
})

test.each([
  ['another rate', 24],
  ['two channels', 22],
  ['another coding', 20],
  ['another depth', 34],
  ['no sound', 36],
  ['another kind of file', 0],
])('refuses %s', async (_what, offset) => {
  const wav = await chunkOf(1, 2, 3)
  wav.writeUInt8(77, offset)
  expect(wavSamples(wav)).toBeNull()
})

test('refuses what ends before it begins', () => {
  for (const text of ['', 'RIFF', 'RIFF0000WAVE', 'RIFF0000WAVEfmt ']) expect(wavSamples(Buffer.from(text))).toBeNull()
})
