import fs from 'node:fs'
import path from 'node:path'
import { readLock } from './lock/lock-file.mjs'

/**
 * Whether a service runs on the data folder that the command line may act at: then both say the same address.
 * @param {string} dataDir
 */
export function isServed(dataDir) {
  const address = readLock(path.join(dataDir, 'lock'))?.info.address
  const access = path.join(dataDir, 'local-access.json')
  return address !== undefined && fs.existsSync(access) && JSON.parse(fs.readFileSync(access, 'utf8')).url === address
}
