import fs from 'node:fs'
import path from 'node:path'
import { inputStamp } from '../build/stamp.mjs'
import { projectRoot } from '../project-root.mjs'
import { npmCommand, runOrFail, toolEnv } from '../run-tool.mjs'

const STAMP = 'node_modules/.verbatim-installed'

/** @typedef {'service' | 'development'} Scope `service`: what building and running need; `development`: everything */
/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, peer?: boolean }} Entry */

/**
 * Whether node_modules holds what package-lock.json says.
 * @param {Scope} scope
 */
export function packagesAreInstalled(scope) {
  const stamp = readIfThere(STAMP)
  if (stamp === stampOf('development') || stamp === stampOf(scope)) return true
  if (!matchesLock(scope)) return false
  writeStamp(scope)
  return true
}

/**
 * The options of an npm installation. For running, a package counts as needed only if another one depends on it:
 * several packages name development tools, such as Playwright, as optional peers, which npm would install too.
 * @param {Scope} scope
 */
export function npmOptions(scope) {
  return scope === 'development' ? ['--include=dev'] : ['--omit=dev', '--legacy-peer-deps']
}

/**
 * Installs the packages of package-lock.json with npm.
 * @param {Scope} scope
 * @param {(line: string) => void} say
 */
export async function installPackages(scope, say) {
  say('Installing packages (about a minute) …')
  const { program, args } = npmCommand()
  await runOrFail(
    'The packages could not be installed',
    program,
    [...args, 'ci', ...npmOptions(scope), '--no-audit', '--no-fund'],
    toolEnv(),
  )
  writeStamp(scope)
}

/**
 * npm writes its own lock file into node_modules when an installation is complete: does it say the same?
 * @param {Scope} scope
 */
function matchesLock(scope) {
  const hidden = readIfThere('node_modules/.package-lock.json')
  const wanted = readIfThere('package-lock.json')
  if (hidden === null || wanted === null) return false
  /** @type {Record<string, Entry>} */
  const installed = JSON.parse(hidden).packages
  const { '': _, ...packages } = JSON.parse(wanted).packages
  return Object.entries(packages).every(([name, entry]) => {
    const there = installed[name]
    if (!there) return mayBeMissing(entry, scope)
    return there.version === entry.version && there.integrity === entry.integrity
  })
}

/**
 * @param {Entry} entry
 * @param {Scope} scope
 */
function mayBeMissing({ dev, optional, peer }, scope) {
  return Boolean(optional || peer || (dev && scope === 'service'))
}

/** @param {Scope} scope */
function stampOf(scope) {
  return `${scope} ${inputStamp(['package-lock.json'])}`
}

/** @param {Scope} scope */
function writeStamp(scope) {
  fs.writeFileSync(path.join(projectRoot, STAMP), stampOf(scope))
}

/** @param {string} name */
function readIfThere(name) {
  const file = path.join(projectRoot, name)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
}
