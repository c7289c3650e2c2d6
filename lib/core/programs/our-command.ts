import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const MANIFEST = z.object({ isPackage: z.boolean().optional() })

let known: boolean | undefined

/** Whether the service runs from an installed package, by the mark that `server/setup/project-root.mjs` reads too. */
function isPackage(): boolean {
  // Spelt so that the build of the pages does not take it for a file to read.
  const file = [process.cwd(), 'package.json'].join(path.sep)
  known ??= existsSync(file) && MANIFEST.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data?.isPackage === true
  return known
}

/**
 * A text with the project's own commands as they are run here: `npm run -s user -- list` in a clone of the sources, `verbatim
 * user list` where the package is installed.
 */
export function withOurCommands(text: string, inPackage: boolean = isPackage()): string {
  if (!inPackage) return text
  return text
    .replace(/npm run (?:-s )?cli(?: --)?(?= |$)/gm, 'verbatim')
    .replace(/npm run (?:-s )?stripe:check/g, 'verbatim stripe-check')
    .replace(/npm run (?:-s )?([\w-]+)(?: --)?(?=\W|$)/g, 'verbatim $1')
    .replace(/npm start(?: --)?(?=\W|$)/g, 'verbatim start')
}
