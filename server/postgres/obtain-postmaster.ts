import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SetupError } from '@/server/setup/setup-error.mjs'
import type { Location } from './choose-location'
import { launchPostmaster } from './launch-postmaster'
import { type Postmaster, readPostmaster } from './read-postmaster'

type Options = { password: string; portFile: string; logFile: string; durable: boolean }

const ADOPTION_LIMIT_MS = 60_000
const LAUNCH_TRIES = 5
/** The port was taken after we had looked, or processes of a killed server are not all gone yet. */
const WORTH_ANOTHER_TRY = /could not bind|could not create any TCP\/IP sockets|pre-existing shared memory block/

/** The PostgreSQL that runs on a cluster already, or one started now on a free port, which is remembered. */
export async function obtainPostmaster(place: Location, options: Options): Promise<Postmaster> {
  const running = await adoptPostmaster(place.cluster, options.password)
  if (running) return running
  await removeStalePidFile(place.cluster)
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(options.portFile)
    try {
      const started = await launchPostmaster(place, port, options.logFile, options.durable)
      await writeFile(options.portFile, `${port}\n`)
      return started
    } catch (error) {
      if (attempt === LAUNCH_TRIES || !(error instanceof SetupError) || !WORTH_ANOTHER_TRY.test(error.message))
        throw error
      await sleep(500)
    }
  }
}

async function adoptPostmaster(cluster: string, password: string): Promise<Postmaster | null> {
  const deadline = Date.now() + ADOPTION_LIMIT_MS
  for (;;) {
    const postmaster = readPostmaster(cluster)
    if (!postmaster) return null
    if (postmaster.status === 'ready' && (await answers(postmaster.port, password))) return postmaster
    if (Date.now() > deadline) {
      throw new SetupError(
        `A PostgreSQL (process ${postmaster.pid}) already runs on ${cluster} and does not answer. End that process and start again.`,
      )
    }
    await sleep(50)
  }
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    // The server is stopping, or another one: the caller tries again.
    return false
  } finally {
    await client.end()
  }
}

/** A pid that no system gives out. */
const NO_PID = '999999999'

/**
 * PostgreSQL takes its lock file at its word if the pid in it is alive, though another program may have it by now, as
 * happens in containers. The other lines must stay: by them it sees processes that a killed server left behind.
 */
async function removeStalePidFile(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, [NO_PID, ...rest].join('\n'))
}

/** A free TCP port on 127.0.0.1: the one remembered in a file if it is still free, else one the system chooses. */
async function choosePort(portFile: string): Promise<number> {
  const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const valid = Number.isInteger(remembered) && remembered > 0 && remembered < 65_536
  return (valid ? await tryPort(remembered) : null) ?? (await tryPort(0)) ?? 0
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : null))
    })
  })
}
