import { execFile } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { benchFolder, removeFolder } from '@/bench/measure/start-bench'
import { stopPostmaster } from '@/server/postgres/read-postmaster'
import { clusterOf } from '@/test/process/cluster-of'
import { answers, isThere, type Phases, startProgram, until } from './phases'

const run = promisify(execFile)

/** The line that a start prints at the beginning of each phase. */
const PRINTED: readonly [phase: string, line: string][] = [
  ['packages', 'Generating the database client'],
  ['client', 'Compiling the server'],
  ['server build', 'Bundling the command line'],
  ['pages built', 'Compressing scripts and styles'],
]

/** Runs `npm start` in a folder, on a free port, until its pages answer, and ends it. */
async function measureStart(folder: string, dataDir: string): Promise<Phases> {
  const { child, phases, reach, isOver, end } = startProgram(
    [process.execPath, 'server/setup/start.mjs', '--port', '0', '--no-system-install'],
    { cwd: folder, settings: { VERBATIM_DATA: dataDir } },
  )
  let baseUrl = ''
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  lines.on('line', (line) => {
    const through = PRINTED.find(([, printed]) => line.startsWith(printed))
    if (through) reach(through[0])
    // The API answers while pages are built. If the pages exist already, one line announces both.
    baseUrl ||= /^(?:The API answers at (http:\S+)\/v1\.|Verbatim +(http:\S+))/.exec(line)?.slice(1).find(Boolean) ?? ''
  })
  try {
    const database = until(() => isThere(path.join(dataDir, 'postgres', 'connection')), isOver).then(() =>
      reach('PostgreSQL ready'),
    )
    const api = until(async () => baseUrl !== '' && (await answers(`${baseUrl}/health`, 'application/json')), isOver)
    await Promise.all([database, api.then(() => reach('API answers'))])
    await until(() => answers(`${baseUrl}/`, 'text/html'), isOver)
    reach('pages answer')
    return phases
  } finally {
    await end()
    lines.close()
  }
}

/** The size of the files that `npm start` has installed, in megabytes, without the rest of their blocks. */
async function installedMb(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', '--apparent-size', path.join(folder, 'node_modules')])
  return Number.parseInt(stdout, 10)
}

/** Clones the last commit into a temporary folder, and starts it twice with packages from npm's cache. Leaves nothing behind. */
export async function measureFreshClone(): Promise<{ first: Phases; second: Phases; modulesMb: number }> {
  const parent = await benchFolder()
  const [folder, dataDir] = [path.join(parent, 'clone'), path.join(parent, 'data')]
  try {
    await run('git', ['clone', '--quiet', process.cwd(), folder])
    const first = await measureStart(folder, dataDir)
    const modulesMb = await installedMb(folder)
    return { first, second: await measureStart(folder, dataDir), modulesMb }
  } finally {
    await stopPostmaster(clusterOf(dataDir)).catch(() => undefined)
    await removeFolder(parent)
  }
}
