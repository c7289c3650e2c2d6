import { existsSync } from 'node:fs'
import path from 'node:path'

/** Spelt so that the build of the pages does not take it for a file to read. */
const SOURCES = () => [process.cwd(), 'package-lock.json'].join(path.sep)

/**
 * A text with the project's own commands as they are run here: `npm run -s user -- list` in a clone of the sources, `verbatim
 * user list` where the package is installed.
 */
export function withOurCommands(text: string, isPackage: boolean = !existsSync(SOURCES())): string {
  if (!isPackage) return text
  return text
    .replace(/npm run (?:-s )?cli(?: --)?(?= |$)/gm, 'verbatim')
    .replace(/npm run (?:-s )?stripe:check/g, 'verbatim stripe-check')
    .replace(/npm run (?:-s )?([\w-]+)(?: --)?(?=\W|$)/g, 'verbatim $1')
    .replace(/npm start(?: --)?(?=\W|$)/g, 'verbatim start')
}
