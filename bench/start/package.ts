import { execFile } from 'node:child_process'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { cpuSeconds } from '@/bench/measure/process-usage'
import { benchFolder, removeFolder } from '@/bench/measure/start-bench'
import { stopPostmaster } from '@/server/postgres/read-postmaster'
import { clusterOf } from '@/test/process/cluster-of'
import { freePort } from '@/test/process/free-port'
import { answers, isThere, type Phases, startProgram, until } from './phases'

const run = promisify(execFile)

export type PackageStart = { phases: Phases; cpuSeconds: number }

type Folders = { work: string; cache: string; tarball: string }

const npxOf = (tarball: string) => ['npx', '--yes', `./${path.basename(tarball)}`] as const

/** Runs the package with `npx`, on a free port and with a data folder that is not there yet, until its pages answer, and ends it. */
async function measureStart({ work, cache, tarball }: Folders, dataDir: string): Promise<PackageStart> {
  const port = String(await freePort())
  const { child, phases, reach, isOver, end } = startProgram(
    [...npxOf(tarball), '--port', port, '--no-system-install'],
    { cwd: work, settings: { VERBATIM_DATA: dataDir, npm_config_cache: cache } },
  )
  child.stdout?.resume()
  try {
    // The first thing it does is to make it.
    await until(() => isThere(dataDir), isOver)
    reach('npm has installed it')
    await until(() => isThere(path.join(dataDir, 'postgres', 'connection')), isOver)
    reach('PostgreSQL ready')
    await until(() => answers(`http://127.0.0.1:${port}/health`, 'application/json'), isOver)
    reach('API answers')
    const { node, postgres } = await cpuSeconds(child.pid ?? 0)
    await until(() => answers(`http://127.0.0.1:${port}/`, 'text/html'), isOver)
    reach('pages answer')
    return { phases, cpuSeconds: node + postgres }
  } finally {
    await end()
    await stopPostmaster(clusterOf(dataDir)).catch(() => undefined)
  }
}

/**
 * Packs the service and starts the package twice with `npx` from npm's cache: first not installed, then installed by
 * the first start. Uses a separate cache that an earlier installation filled. Removes everything it wrote.
 */
export async function measurePackage(): Promise<{ first: PackageStart; second: PackageStart }> {
  const parent = await benchFolder()
  const [work, cache] = [path.join(parent, 'work'), path.join(parent, 'cache')]
  try {
    const { stdout } = await run(process.execPath, ['server/setup/run.mjs', 'package'])
    // Under another name, npm installs it again.
    const [before, tarball] = [path.join(work, 'before.tgz'), path.join(work, 'verbatim.tgz')]
    await mkdir(work)
    for (const file of [before, tarball]) await copyFile(stdout.trim(), file)
    const [program, ...args] = npxOf(before)
    await run(program, [...args, '--help'], { cwd: work, env: { ...process.env, npm_config_cache: cache } })
    const folders = { work, cache, tarball }
    const first = await measureStart(folders, path.join(parent, 'data'))
    return { first, second: await measureStart(folders, path.join(parent, 'other-data')) }
  } finally {
    await removeFolder(parent)
  }
}
