import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '@/lib/core/problem/problem'
import { findModel } from './manifest'
import { modelFolder } from './model-folder'
import { withLockedFolder } from './with-locked-folder'

const POLL_INTERVAL_MS = 100

/**
 * Removes a model and what has been fetched of it. An engine that has it loaded works on until it is idle. A download
 * that is just stopping is waited for, for `timeoutMs`. Throws Problems: `not_found`, `service_unavailable` while it is
 * being fetched.
 */
export async function removeModel(name: string, timeoutMs = 0): Promise<void> {
  const folder = modelFolder(findModel(name).name)
  for (let left = timeoutMs; ; left -= POLL_INTERVAL_MS) {
    try {
      return await withLockedFolder(folder, () => rm(folder, { recursive: true, force: true }))
    } catch (error) {
      if (left <= 0 || !(error instanceof Problem) || error.code !== 'service_unavailable') throw error
      await delay(POLL_INTERVAL_MS)
    }
  }
}
