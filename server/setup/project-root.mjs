import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, absolute. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Whether this is an installed package and no clone of the sources (`npm run package`): everything is built, and nothing is
 * written there.
 */
export const isPackage = !fs.existsSync(path.join(projectRoot, 'package-lock.json'))
