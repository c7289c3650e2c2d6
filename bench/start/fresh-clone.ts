import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stopPostmaster } from '@/server/postgres/stop-postmaster'
import { clusterOf } from '@/test/process/cluster-of'

const run = promisify(execFile)

/** What a start has got to, and after how many milliseconds, in the order in which it happened. */
export type Phases = [phase: string, atMs: number][]

/** What a start prints once the phase before is through. */
const PRINTED: readonly [phase: string, line: string][] = [
  ['packages', 'Generating the database client'],
  ['client', 'Compiling the server'],
  ['server build', 'Bundling the command line'],
  ['pages built', 'Compressing scripts and styles'],
]
const LOOK_EVERY_MS = 25
const GIVE_UP_MS = 900_000

/** Waits until something is so, looking again and again: nothing outside of the process tells. */
async function until(isSo: () => Promise<boolean>, isOver: () => boolean): Promise<void> {
  while (!(await isSo())) {
    if (isOver()) throw new Error('the start has ended, or takes too long')
    await delay(LOOK_EVERY_MS)
  }
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

async function answers(url: string, type: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok && (response.headers.get('content-type') ?? '').startsWith(type)
  } catch {
    return false
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

/** Runs `npm start` in a folder, on a free port, until its pages answer, and ends it. */
async function measureStart(folder: string, dataDir: string): Promise<Phases> {
  const startedAt = performance.now()
  const phases: Phases = []
  const reach = (phase: string) => phases.push([phase, performance.now() - startedAt])
  const { BASE_URL: _, DATABASE_URL: __, PORT: ___, ...inherited } = process.env
  const child = spawn(process.execPath, ['server/setup/start.mjs', '--port', '0', '--no-system-install'], {
    cwd: folder,
    env: { ...inherited, VERBATIM_DATA: dataDir, LOG_LEVEL: 'error', npm_config_prefer_offline: 'true' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const isOver = () => child.exitCode !== null || performance.now() - startedAt > GIVE_UP_MS
  let baseUrl = ''
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const through = PRINTED.find(([, printed]) => line.startsWith(printed))
    if (through) reach(through[0])
    // The API answers while pages are built; where they are, all of it is announced at once.
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
    await end(child)
    lines.close()
  }
}

/** Clones the last commit into a temporary folder, and starts it twice with packages from npm's cache. Leaves nothing behind. */
export async function measureFreshClone(): Promise<{ first: Phases; second: Phases }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-'))
  // PostgreSQL runs as another user for root.
  await chmod(parent, 0o755)
  const [folder, dataDir] = [path.join(parent, 'clone'), path.join(parent, 'data')]
  try {
    await run('git', ['clone', '--quiet', process.cwd(), folder])
    const first = await measureStart(folder, dataDir)
    return { first, second: await measureStart(folder, dataDir) }
  } finally {
    await stopPostmaster(clusterOf(dataDir)).catch(() => undefined)
    await rm(parent, { recursive: true, force: true })
  }
}
