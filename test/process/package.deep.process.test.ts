import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkContents } from '@/server/setup/package/check-contents.mjs'
import { packService } from '@/server/setup/package/pack-service.mjs'
import { rehearseNpm } from '@/server/setup/package/rehearse-publication.mjs'
import { REQUIRED } from '@/server/setup/package/write-package.mjs'
import { cliEnv } from '@/test/cli/run-cli'
import { openLocalBrowser } from './local-browser'
import { type ServiceProcess, startProcess } from './start-process'

const run = promisify(execFile)
const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-package-'))
const modules = path.join(folder, 'installed', 'node_modules')
const installed = path.join(modules, 'verbatim')
const manifest = z.object({
  bin: z.object({ verbatim: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  version: z.string(),
})
let entry = ''
let objections: string[] = []
/** The start waits for what it installs. */
const NOTHING_TO_INSTALL = { YTDLP_PATH: '/bin/true', SPEECH_ENGINE: 'pocketsphinx' }

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The environment of a command, without what vitest sets. */
function ownEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { BASE_URL: _, ...inherited } = cliEnv(settings)
  return inherited
}

afterAll(() => rm(folder, { recursive: true, force: true }))

/** As npm installs it, without a registry: the packages for this kind of machine are those of this folder. */
beforeAll(async () => {
  const { tarball } = await packService(path.join(folder, 'packed'))
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed])
  objections = await rehearseNpm(tarball)
  await rm(path.dirname(tarball), { recursive: true })
  const { bin, dependencies } = manifest.parse(JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')))
  for (const name of Object.keys(dependencies)) {
    const link = path.join(modules, name)
    await mkdir(path.dirname(link), { recursive: true })
    await symlink(path.resolve('node_modules', name), link)
  }
  entry = path.join(installed, bin.verbatim)
}, 600_000)

test('the package has what the service reads and npm takes, and nothing of the sources, of this machine or secret', () => {
  expect(objections).toEqual([])
  expect(checkContents(installed, { required: REQUIRED })).toEqual([])
  expect(existsSync(path.join(installed, 'service/server/setup/installed.mjs'))).toBe(true)
  expect(existsSync(path.join(installed, 'service/server/setup/run.mjs'))).toBe(false)
})

describe('the service, started from the package', () => {
  let service: ServiceProcess
  const elsewhere = path.join(folder, 'elsewhere')
  const dataDir = path.join(folder, 'data')

  beforeAll(async () => {
    await mkdir(elsewhere)
    await writeFile(path.join(elsewhere, 'here.srt'), '1\n00:00:01,000 --> 00:00:02,000\nWords of a file.\n')
    service = await startProcess(dataDir, NOTHING_TO_INSTALL, 0, { entry: [entry], cwd: elsewhere })
  })
  afterAll(() => service.stop())

  const verbatim = (...args: string[]) => verbatimWith({}, ...args)
  const verbatimWith = (settings: Record<string, string>, ...args: string[]) =>
    run(process.execPath, [entry, ...args], { cwd: elsewhere, env: ownEnv({ VERBATIM_DATA: dataDir, ...settings }) })

  test('makes a data folder that only its user reads, and has its database there', async () => {
    // PostgreSQL, which runs as another user for root, gets through.
    expect((await stat(dataDir)).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o710 : 0o700)
    expect(service.printed()).toContain(`Database   ${dataDir}/`)
  })

  test('names its commands as they are run there', async () => {
    expect(service.printed()).toContain('For another link: verbatim open')
    expect((await (await fetch(`${service.baseUrl}/sign-in`)).text()).replace(/<[^>]*>/g, '')).toContain(
      'verbatim open',
    )
    const taken = startProcess(path.join(folder, 'other'), NOTHING_TO_INSTALL, Number(new URL(service.baseUrl).port), {
      entry: [entry],
    })
    await expect(taken).rejects.toThrow(/choose another: verbatim start --port/)
  })

  test('answers, shows its pages with their styles, and reads its documentation', async () => {
    const cookie = await openLocalBrowser(service)
    const ask = (target: string) => fetch(new URL(target, service.baseUrl), { headers: { cookie } })
    expect((await ask('/health')).status).toBe(200)
    for (const page of [
      '/',
      '/transcripts',
      '/settings/speech',
      '/docs/api',
      '/docs/changelog',
      '/status',
      '/llms.txt',
    ]) {
      expect([page, (await ask(page)).status]).toEqual([page, 200])
    }
    const home = await (await ask('/')).text()
    const styles = /\/_next\/static\/[^"]+\.css/.exec(home)?.[0] ?? ''
    expect((await ask(styles)).headers.get('content-type')).toContain('text/css')
  })

  test('gives the transcript of a file in the folder the person is in, without a sign-in', async () => {
    const { stdout } = await verbatim('get', 'here.srt', '-f', 'text')
    expect(stdout).toContain('Words of a file.')
    await verbatim('get', 'here.srt', '-o', 'here.pdf')
    expect(String(await readFile(path.join(elsewhere, 'here.pdf'))).slice(0, 5)).toBe('%PDF-')
  })

  test('runs the commands of operators', async () => {
    expect((await verbatim('user', 'list')).stdout).toContain('local')
    await expect(verbatim('public')).rejects.toMatchObject({ stderr: expect.stringContaining('verbatim public list') })
    expect((await verbatim('yt-dlp', '--help')).stdout).toContain('Usage: verbatim yt-dlp COMMAND')
    const kept = path.join(elsewhere, 'kept')
    await verbatim('backup', 'kept')
    expect(await readdir(kept)).toContain('manifest.json')
    expect((await verbatim('backup', 'verify', 'kept')).stdout).toContain(`${kept} is whole: `)
    await verbatim('doctor', '--export=out')
    expect(await readdir(path.join(elsewhere, 'out'))).toEqual([])
  })

  test('runs them on this machine where the command line asks another server, which only models and doctor ask then', async () => {
    const settings = { VERBATIM_URL: 'http://127.0.0.1:9' }
    expect((await verbatimWith(settings, 'user', 'list')).stdout).toContain('local')
    await expect(verbatimWith(settings, 'models', 'list')).rejects.toMatchObject({
      stderr: expect.stringContaining("The server can't be reached"),
    })
  })
})

test('a stop while programs are being installed ends the installation, which the next start begins again', async () => {
  const [bin, data, pids] = ['bin', 'stopped', 'pids'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(bin)
  const python = `case "$*" in *version_info*) echo "$0";; *) echo $$ >> '${pids}'; exec sleep 600;; esac`
  await writeFile(path.join(bin, 'python3'), `#!/bin/sh\n${python}\n`)
  await chmod(path.join(bin, 'python3'), 0o755)
  const settings = { PATH: `${bin}${path.delimiter}${process.env.PATH}`, SPEECH_ENGINE: 'moonshine' }
  const service = await startProcess(data, settings, 0, { entry: [entry], cwd: folder })
  const begun = async () => (existsSync(pids) ? (await readFile(pids, 'utf8')).trim().split('\n').map(Number) : [])
  await expect.poll(begun).not.toEqual([])
  expect(service.printed()).toContain('Moonshine is being installed now.')
  expect(await service.terminate()).toBe(0)
  expect((await begun()).filter(isRunning)).toEqual([])
  expect(existsSync(path.join(data, 'stamps'))).toBe(false)
  expect(service.printed()).not.toContain('could not be installed')
})

test('without a setting, the data is where this system keeps the data of programs', async () => {
  const env = ownEnv({ XDG_DATA_HOME: '/srv/data', VERBATIM_DATA: '' })
  const { stdout } = await run(process.execPath, [entry, '--help'], { env })
  expect(stdout).toContain('Data is in /srv/data/verbatim,')
  await run(process.execPath, [entry, 'start', '--help'], {
    env: { ...env, VERBATIM_DATA: path.join(folder, 'unused') },
  })
  expect(existsSync(path.join(folder, 'unused'))).toBe(false)
})
