import fs from 'node:fs'
import path from 'node:path'

/**
 * The path of the first of these programs that is on PATH; null when none is.
 * @param {readonly string[]} names
 */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name)
      if (isExecutable(file)) return file
    }
  }
  return null
}

/** @param {string} file */
function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    // Not there, or not for us: not a program we could run.
    return false
  }
}
