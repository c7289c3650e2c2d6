import { rm } from 'node:fs/promises'
import { Problem } from '../problem'
import { storedFile } from './stored-file'

/** Removes a file from the store; one that is not there is none to remove. Throws `storage_unavailable`. */
export async function removeStoredFile(key: string): Promise<void> {
  try {
    await rm(storedFile(key), { force: true })
  } catch (error) {
    throw new Problem('storage_unavailable', { cause: error })
  }
}
