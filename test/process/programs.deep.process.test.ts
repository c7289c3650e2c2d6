import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findOnPath } from '@/lib/core/programs/find-on-path.mjs'
import { processIdentity } from '@/lib/core/programs/process-identity.mjs'
import { readPostmaster } from '@/server/postgres/read-postmaster'
import { standInWhisper } from '../speech/stand-in-whisper'
import { clusterOf } from './cluster-of'
import { makeJobClient } from './job-client'
import { environmentOf, processesBelow, stopAll } from './process-tree'
import { type ServiceProcess, startProcess } from './start-process'

const SECRET = 'a-secret-of-the-service-long-enough-to-be-one'
const PUBLISHED_KEY = 'sk_live_of_somebody_else_entirely'
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-programs-'))
const bin = path.join(dataDir, 'bin')
const flag = (name: string) => path.join(bin, name)
const speech = new Uint8Array(await readFile('test/fixtures/audio/jfk.wav'))

/** A yt-dlp that hangs on its version check and leaves a grandchild in a separate session that holds its output. */
const HANGING_YT_DLP = '#!/bin/sh\nsetsid sleep 3601 &\nexec sleep 3602\n'
/** An ffmpeg that, where it decodes and while its file is there, hangs with a grandchild or leaves one behind. */
const FFMPEG_SCRIPT = `#!/bin/sh
case "$*" in *-version*) ;; *)
  if [ -e "${flag('hold')}" ]; then sleep 3603 & echo $! > "${flag('grandchild')}"; wait; fi
  if [ -e "${flag('leave')}" ]; then sleep 3604 & echo $! > "${flag('grandchild')}"; fi
esac
exec "${findOnPath(['ffmpeg'])}" "$@"
`
let service: ServiceProcess
let key = ''

const settings = {
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  VERBATIM_SECRET: SECRET,
  ASSEMBLYAI_API_KEY: PUBLISHED_KEY,
  SPEECH_ENGINE: 'whisper',
  YTDLP_PATH: flag('yt-dlp'),
}

beforeAll(async () => {
  await mkdir(bin, { recursive: true })
  await chmod(bin, 0o755)
  await writeFile(flag('yt-dlp'), HANGING_YT_DLP, { mode: 0o755 })
  await writeFile(flag('ffmpeg'), FFMPEG_SCRIPT, { mode: 0o755 })
  const segments = [{ start: 0, end: 11, text: ' And so, my fellow Americans.' }]
  const whisper = await standInWhisper(dataDir, { language: 'en', segments })
  Object.assign(settings, whisper.settings)
  service = await startProcess(dataDir, settings)
  key = service.apiKey ?? ''
}, 300_000)

afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const client = makeJobClient(
  () => service,
  () => key,
)
const { call, ended } = client
const startJob = () => client.startJob('a.wav', 'audio/wav', speech)

async function grandchild(): Promise<number> {
  const read = () => readFile(flag('grandchild'), 'utf8').then(Number, () => 0)
  await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(0)
  return read()
}

const isAlive = (pid: number) => processIdentity(pid) !== null
const DONE = { status: 'done', error: null, transcript: { text: 'And so, my fellow Americans.', complete: true } }

describe.runIf(process.platform === 'linux')('programs of the service', () => {
  test('/health responds while a program that it reports hangs', async () => {
    const health = await call<Record<string, string>>('GET', '/health')
    expect(health).toMatchObject({ status: 'ok', 'yt-dlp': 'checking' })
    const asked = () => processesBelow(service.pid).filter(({ command }) => command === 'sleep').length
    await expect.poll(asked).toBeGreaterThan(0)
    await call('GET', '/health')
  })

  test('neither PostgreSQL nor a program has a secret of the service in its environment', async () => {
    const pids = [readPostmaster(clusterOf(dataDir))?.pid ?? 0, ...processesBelow(service.pid).map(({ pid }) => pid)]
    const known = pids.map((pid) => environmentOf(pid))
    expect(known.length).toBeGreaterThan(2)
    expect(known.some((environment) => environment.includes('VERBATIM_CHILD='))).toBe(true)
    for (const word of [SECRET, PUBLISHED_KEY, 'VERBATIM_SECRET', 'ASSEMBLYAI_API_KEY']) {
      expect(known.filter((environment) => environment.includes(word))).toEqual([])
    }
  })

  test('a grandchild that holds its program’s output does not hold up the job, and ends with the program', async () => {
    await writeFile(flag('leave'), '')
    const jobId = await startJob()
    const pid = await grandchild()
    expect(await ended(jobId)).toMatchObject(DONE)
    await expect.poll(() => isAlive(pid)).toBe(false)
    await rm(flag('leave'))
    await rm(flag('grandchild'))
  }, 120_000)

  test('a start after kill -9 ends the processes of the dead service, sweeps its work files, and resumes the job', async () => {
    await writeFile(flag('hold'), '')
    const jobId = await startJob()
    const pid = await grandchild()
    const left = processesBelow(service.pid).filter(({ command }) => command === 'sleep')
    expect(left.map((one) => one.pid)).toContain(pid)
    await service.kill()
    expect(isAlive(pid)).toBe(true)
    expect(await readdir(path.join(dataDir, 'programs'))).not.toEqual([])
    await rm(flag('hold'))
    await rm(flag('grandchild'))
    service = await startProcess(dataDir, settings)
    for (const one of left) await expect.poll(() => isAlive(one.pid)).toBe(false)
    expect(await ended(jobId)).toMatchObject(DONE)
    await expect.poll(() => readdir(path.join(dataDir, 'work'))).toEqual([])
  }, 120_000)

  test('a stop of the whole process group while a recording is decoded loses nothing', async () => {
    await writeFile(flag('hold'), '')
    const jobId = await startJob()
    const pid = await grandchild()
    await stopAll(service.pid, dataDir)
    expect(await service.stop()).toBe(0)
    expect(isAlive(pid)).toBe(false)
    await rm(flag('hold'))
    await rm(flag('grandchild'))
    service = await startProcess(dataDir, settings)
    expect(await ended(jobId)).toMatchObject(DONE)
  }, 120_000)
})
