import fs from 'node:fs'
import path from 'node:path'
import { lockFile, readLock } from './lock/lock-file.mjs'
import { isPackage, projectRoot } from './project-root.mjs'
import { SetupError } from './setup-error.mjs'

const FOLDER = path.join(projectRoot, 'dist', 'running')

/** Notes that this process now runs what has been built, until it ends. Nothing is built in an installed package. */
export async function noteRunningServer() {
  if (isPackage) return
  const note = await lockFile(path.join(FOLDER, String(process.pid)), {}, () => false)
  if ('release' in note) process.on('exit', note.release)
}

/**
 * Throws when a server runs from this folder: it reads its packages and pages from it while it runs.
 * @param {string} why
 */
export function refuseWhileRunning(why) {
  const [server] = runningServers()
  if (server === undefined) return
  throw new SetupError(`${why}, and process ${server} runs from this folder. Stop it first, then start again.`)
}

/** @returns {number[]} pids */
function runningServers() {
  if (!fs.existsSync(FOLDER)) return []
  return fs.readdirSync(FOLDER).flatMap((name) => {
    const file = path.join(FOLDER, name)
    const holder = readLock(file)
    if (!holder) fs.rmSync(file, { force: true })
    return holder && holder.pid !== process.pid ? [holder.pid] : []
  })
}
