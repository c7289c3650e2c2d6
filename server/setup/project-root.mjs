import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, absolute. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Whether a folder is an installed package and no clone of the sources: `npm run package` marks it so in its manifest.
 * `lib/core/programs/our-command.ts` reads the same mark.
 * @param {string} folder
 */
export function isPackageFolder(folder) {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).isPackage === true
}

/** Whether this is an installed package: everything is built, and nothing is written there. */
export const isPackage = isPackageFolder(projectRoot)
