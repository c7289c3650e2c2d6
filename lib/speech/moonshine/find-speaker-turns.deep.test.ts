import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { pcmOfVoices } from '@/test/voices'
import { findMoonshine } from './find-moonshine'
import { findLocalSpeakerTurns } from './find-speaker-turns'

const folder = await mkdtemp(path.join(tmpdir(), 'speaker-turns-'))
setEnv({ BASE_URL: '', VERBATIM_DATA: folder })
afterAll(() => rm(folder, { recursive: true, force: true }))

/** `npm test` installs it where Python's packages can be reached; elsewhere these tests are skipped, and said to be. */
const installed = await findMoonshine()

describe.skipIf(!installed)('the speakers of a recording', () => {
  test('are distinguished, and are the same ones when they speak again', async () => {
    const { file, spoken } = await pcmOfVoices(folder, ['slt', 'awb', 'kal16', 'slt'])
    const turns = (await findLocalSpeakerTurns(file)) ?? []
    const speakerAt = (ms: number) => turns.find(({ startMs, endMs }) => startMs <= ms && ms < endMs)?.speaker
    const speakers = spoken.map(({ startMs, endMs }) => speakerAt((startMs + endMs) / 2))
    expect(new Set(speakers).size).toBe(3)
    expect(speakers[3]).toBe(speakers[0])
    for (const [at, { startMs, endMs }] of turns.entries()) {
      expect(endMs).toBeGreaterThan(startMs)
      expect(startMs).toBeGreaterThanOrEqual(turns[at - 1]?.startMs ?? 0)
    }
  })

  test('are none in silence', async () => {
    const silent = path.join(folder, 'silent.pcm')
    await writeFile(silent, Buffer.alloc(32_000 * 5))
    expect(await findLocalSpeakerTurns(silent)).toEqual([])
  })

  test('are no longer searched for after the caller aborts', async () => {
    const file = path.join(folder, 'long.pcm')
    const sample = path.resolve('public/samples/reading.mp3')
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-stream_loop',
      '20',
      '-i',
      sample,
      '-ar',
      '16000',
      '-ac',
      '1',
      '-f',
      's16le',
      file,
    ])
    const reason = new Error('cancelled')
    const controller = new AbortController()
    const finding = findLocalSpeakerTurns(file, controller.signal)
    controller.abort(reason)
    await expect(finding).rejects.toBe(reason)
  })
})

test('nothing is known of the speakers where Moonshine does not run', async () => {
  const broken = await mkdtemp(path.join(folder, 'broken-'))
  const assets = path.join(broken, 'moonshine_voice', 'assets', 'tiny-en')
  execFileSync('mkdir', ['-p', assets])
  await writeFile(path.join(assets, 'decoder_model_merged.ort'), '')
  const silent = path.join(folder, 'nothing.pcm')
  await writeFile(silent, Buffer.alloc(32_000))
  setEnv({ BASE_URL: '', VERBATIM_DATA: folder, MOONSHINE_FOLDER: broken })
  expect(await findLocalSpeakerTurns(silent)).toBeNull()
})
