import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { decodeAudio } from './decode-audio'
import { probeMedia } from './probe-media'

const jfk = fileURLToPath(new URL('../../test/fixtures/audio/jfk.wav', import.meta.url))
const programs = {
  ffmpeg: execFileSync('which', ['ffmpeg'], { encoding: 'utf8' }).trim(),
  ffprobe: execFileSync('which', ['ffprobe'], { encoding: 'utf8' }).trim(),
}
let folder: string

/** A program that does `first` the first time it is run, and what it always does from then on. */
async function standIn(name: keyof typeof programs, first: string): Promise<void> {
  const script = `#!/bin/sh\nif mkdir "${folder}/${name}-ran" 2>/dev/null; then ${first}; fi\nexec "${programs[name]}" "$@"\n`
  await writeFile(path.join(folder, name), script, { mode: 0o755 })
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-cut-'))
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`)
  await standIn('ffmpeg', ':')
  await standIn('ffprobe', ':')
})

afterEach(async () => {
  vi.useRealTimers()
  for (const name of await readdir(folder)) {
    if (!(name in programs)) await rm(path.join(folder, name), { recursive: true, force: true })
  }
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test('sound that is decoded to less than the file says is decoded once more, and all of it is kept', async () => {
  await standIn(
    'ffmpeg',
    `exec "${programs.ffmpeg}" -nostdin -v error -t 3 -i "${jfk}" -f s16le -ar 16000 -ac 1 -y "${folder}/out.pcm.part"`,
  )
  const { durationMs } = await decodeAudio(jfk, path.join(folder, 'out.pcm'))
  expect(durationMs).toBe(11_000)
})

test.each([
  ['crashes', 'kill -SEGV $$'],
  ['is ended', 'kill -TERM $$'],
  ['is ended by a machine out of memory', 'kill -KILL $$'],
])('an ffprobe that %s says nothing of the file, and the next try reads it', async (_, first) => {
  await standIn('ffprobe', first)
  await expect(probeMedia(jfk)).rejects.toMatchObject({ code: 'service_unavailable', status: 503 })
  expect(await probeMedia(jfk)).toMatchObject({ durationMs: 11_000 })
})

test('an ffprobe that hangs says nothing of the file, and the next try reads it', async () => {
  await standIn('ffprobe', 'sleep 3600')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const probed = probeMedia(jfk).catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await readdir(folder)).toContain('ffprobe-ran'), { timeout: 30_000 })
  vi.advanceTimersByTime(60_000)
  expect(await probed).toMatchObject({ code: 'service_unavailable' })
  vi.useRealTimers()
  expect(await probeMedia(jfk)).toMatchObject({ durationMs: 11_000 })
})
