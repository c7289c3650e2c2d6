import fs from 'node:fs'
import path from 'node:path'
import { inputStamp } from '../build/stamp.mjs'
import { npmCommand } from '../npm-command.mjs'
import { projectRoot } from '../project-root.mjs'
import { runOrFail } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'

const STAMP = 'node_modules/.verbatim-installed'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry */

/** Whether node_modules holds what package-lock.json says. */
export function packagesAreInstalled() {
  if (readIfThere(STAMP) === inputStamp(['package-lock.json'])) return true
  if (!matchesLock()) return false
  writeStamp()
  return true
}

/**
 * Installs the packages of package-lock.json with npm, those for building too.
 * @param {(line: string) => void} say
 */
export async function installPackages(say) {
  say('Installing packages (about a minute) …')
  const { program, args } = npmCommand()
  await runOrFail(
    'The packages could not be installed',
    program,
    [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'],
    toolEnv(),
  )
  writeStamp()
}

/** npm writes its own lock file into node_modules when an installation is complete: is it the same? */
function matchesLock() {
  const hidden = readIfThere('node_modules/.package-lock.json')
  const wanted = readIfThere('package-lock.json')
  if (hidden === null || wanted === null) return false
  /** @type {Record<string, Entry>} */
  const installed = JSON.parse(hidden).packages
  const { '': _, ...packages } = JSON.parse(wanted).packages
  return Object.entries(packages).every(([name, entry]) => {
    const there = installed[name]
    if (!there) return Boolean(entry.optional || entry.devOptional || entry.peer)
    return there.version === entry.version && there.integrity === entry.integrity
  })
}

function writeStamp() {
  fs.writeFileSync(path.join(projectRoot, STAMP), inputStamp(['package-lock.json']))
}

/** @param {string} name */
function readIfThere(name) {
  const file = path.join(projectRoot, name)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
}
