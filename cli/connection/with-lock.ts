import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './error-code'

/** No work under the lock takes so long: the lock of a process that died is taken away then. */
const STALE_MS = 30_000
const POLL_INTERVAL_MS = 50

async function take(file: string, mark: string): Promise<boolean> {
  try {
    await writeFile(file, mark, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > STALE_MS
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

async function holds(file: string, mark: string): Promise<boolean> {
  try {
    return (await readFile(file, 'utf8')) === mark
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Does some work while no other process does any under the same lock file. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mark = randomUUID()
  while (!(await take(file, mark))) {
    if (await isStale(file)) await rm(file, { force: true })
    else await sleep(POLL_INTERVAL_MS)
  }
  try {
    return await work()
  } finally {
    if (await holds(file, mark)) await rm(file, { force: true })
  }
}
