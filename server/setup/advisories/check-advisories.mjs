import { projectRoot } from '../project-root.mjs'
import { SetupError } from '../setup-error.mjs'
import { findAffected, packageKey } from './find-affected.mjs'
import { pinnedPackages } from './pinned-packages.mjs'
import { readExport } from './read-export.mjs'

const ECOSYSTEMS = /** @type {const} */ (['npm', 'PyPI'])

const USAGE = `Usage: npm run -s advisories -- EXPORT...

Compares package-lock.json and the pinned Python packages with advisories, and asks nobody. EXPORT is a JSON file of OSV, a folder of
them, or an all.zip; docs/security.md says where to get it. Ends with 1 if a package is affected, with 2 if nothing was compared.`

/** @typedef {import('./find-affected.mjs').Advisory} Advisory */
/** @typedef {import('./find-affected.mjs').Finding} Finding */
/** @typedef {import('./find-affected.mjs').Pinned} Pinned */

/** @param {Finding} finding */
function inWords({ pinned, advisory, fixed, unread }) {
  const { id, summary, database_specific: more } = advisory
  const severity = more?.severity ? ` (${more.severity.toLowerCase()})` : ''
  const what = unread ? `Its range can't be read, so look at it: ${unread}` : (summary ?? 'No summary.')
  const remedy = fixed.length > 0 ? `Fixed in ${[...new Set(fixed)].join(', ')}.` : 'No fixed version is named.'
  const use = pinned.isForDevelopment ? ', for development' : ''
  return `✗ ${pinned.name} ${pinned.version} (${pinned.ecosystem}${use}): ${id}${severity}. ${what}
    ${remedy} https://osv.dev/vulnerability/${id}`
}

/**
 * The advisories of packages that are pinned, each once, and the ecosystems that the exports are about.
 * @param {readonly string[]} places
 * @param {readonly Pinned[]} pinned
 */
async function readAll(places, pinned) {
  const names = new Set(pinned.map(packageKey))
  /** @type {Map<string, Advisory>} */
  const advisories = new Map()
  /** @type {Set<string>} */
  const covered = new Set()
  for (const place of places) {
    for await (const advisory of readExport(place)) {
      const packages = (advisory.affected ?? []).flatMap((one) => one.package ?? [])
      for (const { ecosystem } of packages) covered.add(ecosystem)
      if (packages.some((one) => names.has(packageKey(one)))) advisories.set(advisory.id, advisory)
    }
  }
  return { advisories: advisories.values(), covered }
}

/**
 * `npm run advisories`: says which pinned packages the advisories of an export affect. Returns the exit code.
 * @param {string[]} argv
 * @param {string} root the folder with package-lock.json
 */
export async function checkAdvisories(argv, root = projectRoot) {
  if (argv.some((one) => one === '--help' || one === '-h')) {
    console.log(USAGE)
    return 0
  }
  if (argv.length === 0) throw new SetupError(USAGE, { exitCode: 2 })
  const pinned = pinnedPackages(root)
  const { advisories, covered } = await readAll(argv, pinned)
  if (!ECOSYSTEMS.some((name) => covered.has(name))) {
    throw new SetupError('The export has no advisory of npm or PyPI.', { exitCode: 2 })
  }
  const findings = findAffected(pinned, advisories)
  for (const finding of findings) console.log(inWords(finding))
  for (const name of ECOSYSTEMS) {
    const count = pinned.filter(({ ecosystem }) => ecosystem === name).length
    const affected = new Set(findings.filter((one) => one.pinned.ecosystem === name).map((one) => one.pinned)).size
    if (covered.has(name)) console.log(`${name}: ${affected} of ${count} packages are affected.`)
    else console.log(`${name}: not compared, because the export has no advisory of it.`)
  }
  return findings.length === 0 ? 0 : 1
}
