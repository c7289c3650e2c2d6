import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { decodeAudio } from './decode-audio'
import { inspectFile } from './inspect-file'

const LIMITS = { seed: 20_261_121, numRuns: 15, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: false }
const { signal } = new AbortController()

/** A second of sound in each container, as small as it gets. */
const ENCODERS: Record<string, string[]> = {
  'tone.wav': [],
  'tone.mp3': ['-b:a', '16k', '-metadata', 'title=Tone'],
  'tone.ogg': ['-c:a', 'libvorbis'],
  'tone.mp4': ['-c:a', 'aac', '-b:a', '16k', '-movflags', '+faststart'],
  'tone.mkv': ['-c:a', 'aac', '-b:a', '16k'],
  'tone.flac': [],
}

// Vite puts its own base path, `/`, into every test's environment under this name.
setEnv({ BASE_URL: 'http://localhost:3000' })

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-media-fuzz-'))
  const tone = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=1:sample_rate=8000']
  for (const [name, options] of Object.entries(ENCODERS))
    execFileSync('ffmpeg', [...tone, ...options, path.join(folder, name)])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Edit = { at: number; cut: number; add: Uint8Array }

const NUMBERS = [
  [0, 0, 0, 0],
  [255, 255, 255, 255],
  [127, 255, 255, 255],
  [0, 0, 0, 1],
].map((list) => Uint8Array.from(list))
const edits = fc.array(
  fc.record({
    // Where headers are; the sound behind them is anything anyway.
    at: fc.oneof({ weight: 4, arbitrary: fc.nat(400) }, { weight: 1, arbitrary: fc.nat(4_000) }),
    cut: fc.constantFrom(0, 1, 4, 4, 4, 60, 2_000),
    add: fc.oneof(fc.constantFrom(...NUMBERS), fc.uint8Array({ maxLength: 8 })),
  }),
  { minLength: 1, maxLength: 6 },
)

const apply = (file: Uint8Array, { at, cut, add }: Edit): Uint8Array =>
  Buffer.concat([file.subarray(0, at), add, file.subarray(at + cut)])

/** The programs that this process has started and that still run. */
async function children(): Promise<(string | undefined)[]> {
  const stats = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(stats.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  const ours = lines.filter(
    (line) => /^\d+ \(ff(?:mpeg|probe)\)/.test(line) && line.split(') ')[1]?.split(' ')[1] === String(process.pid),
  )
  return ours.map((line) => line.split(' ')[0])
}

async function orProblem<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    // A damaged file is the sender's error, never a server error.
    if (error instanceof Problem && error.status < 500) return null
    throw error
  }
}

test.each(Object.keys(ENCODERS))(
  '%s with a damaged header is read or refused, and leaves nothing behind',
  async (name) => {
    const whole = await readFile(path.join(folder, name))
    const work = await mkdtemp(path.join(folder, 'work-'))
    // A process of the former test may still be ending.
    const before = await children()
    await fc.assert(
      fc.asyncProperty(edits, async (list) => {
        const file = path.join(work, 'file')
        await writeFile(file, list.reduce(apply, whole))
        const found = await orProblem(inspectFile(file, { requestedLang: 'auto', strict: false }, signal))
        expect(found?.durationMs ?? 0).toBeLessThan(2 ** 31)
        const decoded = await orProblem(decodeAudio(file, path.join(work, 'sound'), { maxSeconds: 60 }))
        expect((await readdir(work)).sort()).toEqual(decoded ? ['file', 'sound'] : ['file'])
        await rm(path.join(work, 'sound'), { force: true })
        expect((await children()).filter((pid) => !before.includes(pid))).toEqual([])
      }),
      LIMITS,
    )
  },
)
