import fs from 'node:fs'
import path from 'node:path'
import { isPackage, projectRoot } from '../project-root.mjs'
import { isEndingTools } from '../run-tool.mjs'

/** A failed installation is not tried again for this long: without a network it may take minutes to fail. */
const TRY_AGAIN_AFTER_MS = 24 * 3600 * 1000

/**
 * The file that records a failed installation. In an installed package, which is read-only, it is in the data folder.
 * @param {string} name
 */
export function failureNote(name) {
  const folder = isPackage
    ? path.resolve(projectRoot, process.env.VERBATIM_DATA || '.verbatim')
    : path.join(projectRoot, 'dist')
  return path.join(folder, 'stamps', name)
}

/**
 * Whether an installation failed recently, by the time of its note.
 * @param {string} note
 */
export function failedLately(note) {
  const found = fs.statSync(note, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs < TRY_AGAIN_AFTER_MS
}

/**
 * Writes down why an installation failed, or with null that it did not. One that was interrupted is tried again at the next start.
 * @param {string} note
 * @param {string | null} reason
 */
export function noteFailure(note, reason) {
  if (reason === null) return fs.rmSync(note, { force: true })
  if (isEndingTools()) return
  fs.mkdirSync(path.dirname(note), { recursive: true })
  fs.writeFileSync(note, reason)
}

/**
 * A new folder beside an installation's own to make it in, without what one that was cut short has left there. Only who holds the lock
 * of the installation may ask for it.
 * @param {string} folder
 */
export function makeWorkFolder(folder) {
  const parent = path.dirname(folder)
  const begin = `${path.basename(folder)}-`
  for (const name of fs.readdirSync(parent)) {
    // As mkdtemp names them.
    if (name.startsWith(begin) && name.length === begin.length + 6)
      fs.rmSync(path.join(parent, name), { recursive: true })
  }
  return fs.mkdtempSync(path.join(parent, begin))
}
