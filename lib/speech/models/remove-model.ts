import { rm } from 'node:fs/promises'
import { findModel } from './manifest'
import { modelFolder } from './model-folder'
import { withLockedFolder } from './with-locked-folder'

/**
 * Removes a model and what has been fetched of it. An engine that has it loaded works on until it is idle. Throws Problems:
 * `not_found`, `service_unavailable` while it is being fetched.
 */
export async function removeModel(name: string): Promise<void> {
  const folder = modelFolder(findModel(name).name)
  await withLockedFolder(folder, () => rm(folder, { recursive: true, force: true }))
}
