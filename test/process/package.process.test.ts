import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkContents } from '@/server/setup/package/check-contents.mjs'
import { packService } from '@/server/setup/package/pack-service.mjs'
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
/** The start waits for what it installs. */
const NOTHING_TO_INSTALL = { YTDLP_PATH: '/bin/true', SPEECH_ENGINE: 'pocketsphinx' }

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
  await rm(path.dirname(tarball), { recursive: true })
  const { bin, dependencies } = manifest.parse(JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')))
  for (const name of Object.keys(dependencies)) {
    await symlink(path.resolve('node_modules', name), path.join(modules, name))
  }
  entry = path.join(installed, bin.verbatim)
})

test('the package has what the service reads, and nothing of the sources, of this machine or secret', () => {
  expect(checkContents(installed, { required: REQUIRED })).toEqual([])
})

describe('the service, started from the package', () => {
  let service: ServiceProcess
  const elsewhere = path.join(folder, 'elsewhere')
  const dataDir = path.join(folder, 'data')

  beforeAll(async () => {
    await mkdir(elsewhere)
    await writeFile(path.join(elsewhere, 'here.srt'), '1\n00:00:01,000 --> 00:00:02,000\nWords of a file.\n')
    service = await startProcess(dataDir, NOTHING_TO_INSTALL, 0, { entry, cwd: elsewhere })
  })
  afterAll(() => service.stop())

  const verbatim = (...args: string[]) =>
    run(process.execPath, [entry, ...args], { cwd: elsewhere, env: ownEnv({ VERBATIM_DATA: dataDir }) })

  test('names its commands as they are run there', async () => {
    expect(service.printed()).toContain('For another link: verbatim open')
    expect((await (await fetch(`${service.baseUrl}/sign-in`)).text()).replace(/<[^>]*>/g, '')).toContain(
      'verbatim open',
    )
    const taken = startProcess(path.join(folder, 'other'), NOTHING_TO_INSTALL, Number(new URL(service.baseUrl).port), {
      entry,
    })
    await expect(taken).rejects.toThrow(/choose another: verbatim start --port/)
  })

  test('answers, shows its pages with their styles, and reads its documentation', async () => {
    const cookie = await openLocalBrowser(service)
    const ask = (target: string) => fetch(new URL(target, service.baseUrl), { headers: { cookie } })
    expect((await ask('/health')).status).toBe(200)
    for (const page of ['/', '/transcripts', '/speech', '/docs/api', '/docs/changelog', '/status', '/llms.txt']) {
      expect([page, (await ask(page)).status]).toEqual([page, 200])
    }
    const home = await (await ask('/')).text()
    const styles = /\/_next\/static\/[^"]+\.css/.exec(home)?.[0] ?? ''
    expect((await ask(styles)).headers.get('content-type')).toContain('text/css')
  })

  test('gives the transcript of a file in the folder the person is in, without a sign-in', async () => {
    const { stdout } = await verbatim('get', 'here.srt', '-f', 'text')
    expect(stdout).toContain('Words of a file.')
  })

  test('runs the commands of operators', async () => {
    expect((await verbatim('user', 'list')).stdout).toContain('local')
    await expect(verbatim('public')).rejects.toMatchObject({ stderr: expect.stringContaining('verbatim public list') })
    await verbatim('backup', 'kept')
    expect((await verbatim('backup', 'verify', 'kept')).stdout).toMatch(/./)
  })
})

test('without a setting, the data is where this system keeps the data of programs', async () => {
  const env = ownEnv({ XDG_DATA_HOME: '/srv/data', VERBATIM_DATA: '' })
  const { stdout } = await run(process.execPath, [entry, '--help'], { env })
  expect(stdout).toContain('Data is in /srv/data/verbatim,')
})
