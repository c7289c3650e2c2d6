import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@/lib/core/problem/problem'

const BEAT_MS = 5_000
/** A holder whose lock has not been touched for so long is gone, whatever process has its number now. */
const STALE_MS = 60_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is there, and another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The holder of a lock, in words; null when it was released or its holder has ended. */
async function holderOf(file: string): Promise<string | null> {
  const [text, found] = await Promise.all([readFile(file, 'utf8').catch(() => null), stat(file).catch(() => null)])
  if (text === null || !found || Date.now() - found.mtimeMs > STALE_MS) return null
  // Between its making and its writing it is empty.
  if (text === '') return 'Another process'
  return isAlive(Number(text)) ? `Process ${text}` : null
}

async function tryToTake(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(String(process.pid)).finally(() => handle.close())
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes a stale lock away under a name of our own, so that of several who see it only one removes it. What is caught by
 * mistake, because another has taken the lock in between, goes back.
 */
async function removeStale(file: string): Promise<void> {
  const caught = `${file}.${process.pid}`
  try {
    await rename(file, caught)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (await holderOf(caught)) await rename(caught, file)
  else await rm(caught, { force: true })
}

async function take(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  while (!(await tryToTake(file))) {
    const holder = await holderOf(file)
    if (holder) {
      const detail = `${holder} is at work on ${path.basename(file, '.lock')} already. Wait until it has ended, or stop it.`
      throw new Problem('service_unavailable', { detail })
    }
    await removeStale(file)
  }
}

/**
 * Runs `work` while it holds the folder's lock, a file beside it, against other processes and other callers in this
 * one. Throws Problem `service_unavailable` when the lock is taken. The lock of a process that has died counts as free.
 */
export async function withLockedFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = `${folder}.lock`
  await take(file)
  const beat = setInterval(() => {
    // Taken away by hand, there is nothing to touch.
    utimes(file, new Date(), new Date()).catch(() => undefined)
  }, BEAT_MS).unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(file, { force: true })
  }
}
