import { setTimeout as sleep } from 'node:timers/promises'
import { isPostmaster, readPostmaster } from './read-postmaster'

const FAST_LIMIT_MS = 60_000

/**
 * Stops the PostgreSQL that runs on a cluster, if one does: fast shutdown (SIGINT), which ends open connections, and
 * after a minute an immediate one (SIGQUIT), from which the next start recovers.
 */
export async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = readPostmaster(cluster)
  if (!postmaster) return
  signal(postmaster.pid, 'SIGINT')
  const deadline = Date.now() + FAST_LIMIT_MS
  let asked = false
  while (isPostmaster(postmaster.pid, cluster)) {
    if (!asked && Date.now() > deadline) asked = signal(postmaster.pid, 'SIGQUIT')
    await sleep(10)
  }
}

function signal(pid: number, name: NodeJS.Signals): true {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  return true
}
