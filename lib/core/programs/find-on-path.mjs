import fs from 'node:fs'
import path from 'node:path'

const SUFFIXES = process.platform === 'win32' ? ['.exe', ''] : ['']

/**
 * Whether a file is a program that we may run.
 * @param {string} file
 */
export function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    // Missing, or not ours to run.
    return false
  }
}

/**
 * The absolute path of the first of these programs that is on PATH; null when none is.
 * @param {readonly string[]} names
 * @returns {string | null}
 */
export function findOnPath(names) {
  // A relative folder would run whatever lies in the working folder.
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  for (const name of names) {
    for (const folder of folders) {
      for (const suffix of SUFFIXES) {
        const file = path.join(folder, name + suffix)
        if (isProgram(file)) return file
      }
    }
  }
  return null
}
