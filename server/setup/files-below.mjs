import fs from 'node:fs'
import path from 'node:path'

/**
 * The files of a folder and of those in it, by their paths from it with slashes, sorted.
 * @param {string} folder
 */
export function filesBelow(folder) {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .sort()
}
