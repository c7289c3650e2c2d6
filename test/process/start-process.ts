import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { stopPostmaster } from '@/server/postgres/read-postmaster'
import { clusterOf } from './cluster-of'
import { copyDatabaseTemplate } from './database-template'

export type ServiceProcess = {
  baseUrl: string
  pid: number
  /** The local account's key, printed on the first start only. */
  apiKey: string | null
  /** Lets one browser act as the local account; null outside of local mode. */
  openLink: string | null
  /** Its standard output and standard error so far. */
  printed: () => string
  /** SIGKILL: no instruction of the process runs after it. Its PostgreSQL runs on, for the next start to take over. */
  kill: () => Promise<void>
  /**
   * Ctrl-C. Returns the exit code. Waits also for its PostgreSQL, which a service that was killed leaves running, and one on a busy
   * machine leaves stopping.
   */
  stop: () => Promise<number | null>
  /** SIGTERM, as a service manager sends it. Returns the exit code. */
  terminate: () => Promise<number | null>
  /** Closes our ends of its standard output and standard error, as a reader that dies. */
  stopReading: () => void
}

type StartOptions = {
  /** Another entry than that of `npm start`. */
  entry?: readonly string[]
  cwd?: string
  /** The first start makes and migrates the database itself, as another entry does. */
  makesDatabase?: boolean
}

const START = ['server/setup/start.mjs']

async function gone(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/**
 * Runs `npm start`'s own entry, or another one, as a process on a data folder, on a free port or this one, until it answers.
 * Rejects with what it printed.
 */
export async function startProcess(
  dataDir: string,
  settings: Record<string, string> = {},
  port = 0,
  { entry, cwd = process.cwd(), makesDatabase = entry !== undefined }: StartOptions = {},
): Promise<ServiceProcess> {
  // PostgreSQL runs as another user under root, and would else be put outside, where nothing removes it.
  if (path.dirname(dataDir) !== tmpdir()) await chmod(path.dirname(dataDir), 0o755)
  if (!makesDatabase && !settings.DATABASE_URL) await copyDatabaseTemplate(dataDir)
  const args = [...(entry ?? START), '--port', String(port), '--no-system-install']
  const { BASE_URL: _, DATABASE_URL: __, ...inherited } = process.env
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited, NODE_ENV: 'production', VERBATIM_DATA: dataDir, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const found = { baseUrl: '', apiKey: null as string | null, openLink: null as string | null }
  for await (const line of createInterface({ input: child.stdout })) {
    printed += `${line}\n`
    found.baseUrl ||= /^Verbatim +(https?:\S+)/.exec(line)?.[1] ?? ''
    found.apiKey ??= /^API key +(\S+)/.exec(line)?.[1] ?? null
    found.openLink ??= /^Open +(http:\S+)/.exec(line)?.[1] ?? null
    if (line.startsWith('Ctrl-C')) break
  }
  if (!found.baseUrl) throw new Error(`the service did not start (exit ${await gone(child)}):\n${printed}`)
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    // A test that failed may have left it paused.
    child.kill('SIGCONT')
    return gone(child)
  }
  const stop = async () => {
    const code = await end('SIGINT')
    await stopPostmaster(clusterOf(dataDir))
    return code
  }
  return {
    ...found,
    pid: child.pid ?? 0,
    printed: () => printed,
    kill: async () => void (await end('SIGKILL')),
    stop,
    terminate: () => end('SIGTERM'),
    stopReading: () => {
      child.stdout.destroy()
      child.stderr.destroy()
    },
  }
}
