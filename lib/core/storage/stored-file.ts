import path from 'node:path'
import { env } from '../env'

/** The path of a stored file on this machine. A key is made of our own words and ids, never of a user's. */
export function storedFile(key: string): string {
  const root = path.join(env().dataDir, 'files')
  const file = path.resolve(root, key)
  if (!file.startsWith(root + path.sep)) throw new Error(`storage key ${key} leaves the store`)
  return file
}

/** The received bytes of a file that is sent in several requests. */
export function partFile(key: string): string {
  return `${storedFile(key)}.part`
}
