import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'

/** The command of a stage of `npm test`, with one file here. */
const RUN = `
  import { runTool, endToolsWithUs } from './server/setup/run-tool.mjs'
  endToolsWithUs()
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', 'lib/http/idempotency']
  await runTool(process.execPath, args, { show: true })`

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

/** The processes whose temporary files go below a folder. */
function processesBelow(folder: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => /^TMPDIR=(.*)$/m.exec(environmentOf(pid).replaceAll('\0', '\n'))?.[1]?.startsWith(folder))
}

/** Whether a run's PostgreSQL has written that it takes connections. */
function databaseRuns(folder: string): boolean {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.some((name) => name.endsWith('postgres/connection'))
}

test.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM'] as const)(
  'a run of tests whose runner alone gets %s leaves no process and no file',
  async (signal) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-interrupted-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o755)
    const { VERBATIM_TEST_RUN: _, VITEST: __, ...env } = process.env
    const runner = spawn(process.execPath, ['--input-type=module', '--eval', RUN], {
      env: { ...env, TMPDIR: folder },
      stdio: 'ignore',
    })
    undo.push(() => runner.kill('SIGKILL'))
    await expect.poll(() => databaseRuns(folder), { timeout: 120_000 }).toBe(true)
    expect(processesBelow(folder)).not.toEqual([])

    const ended = once(runner, 'exit')
    runner.kill(signal)
    expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null])
    expect(processesBelow(folder)).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  },
)

test.runIf(process.platform === 'linux')('npm that gets SIGTERM while the checks run leaves no process', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-interrupted-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const { VERBATIM_TEST_RUN: _, VITEST: __, ...env } = process.env
  const runner = spawn('npm', ['test', '--', '--no-system-install'], {
    env: { ...env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  undo.push(() => runner.kill('SIGKILL'))
  for await (const chunk of runner.stdout) if (String(chunk).includes('Static checks')) break
  await expect.poll(() => processesBelow(folder).length).toBeGreaterThan(3)

  const ended = once(runner, 'exit')
  runner.kill('SIGTERM')
  await ended
  await expect.poll(() => processesBelow(folder)).toEqual([])
})
