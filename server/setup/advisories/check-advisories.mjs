import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { z } from 'zod'
import { projectRoot } from '../project-root.mjs'
import { SetupError } from '../setup-error.mjs'
import { advisorySchema, findAffected, packageKey } from './find-affected.mjs'

const ECOSYSTEMS = /** @type {const} */ (['npm', 'PyPI'])

const USAGE = `Usage: npm run -s advisories -- EXPORT...

Compares package-lock.json and the pinned Python packages with advisories, and asks nobody. EXPORT is a JSON file of OSV, a folder of
them, or an all.zip; docs/security.md says where to get it. Ends with 1 if a package is affected, with 2 if nothing was compared.`

/** @typedef {import('./find-affected.mjs').Advisory} Advisory */
/** @typedef {import('./find-affected.mjs').Finding} Finding */
/** @typedef {import('./find-affected.mjs').Pinned} Pinned */

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
    }),
  ),
})

/** The files that pin the Python packages of the service and of its tests. */
const REQUIREMENTS = [
  { folder: 'server/setup/install', isForDevelopment: false },
  { folder: 'test/sdk/python', isForDevelopment: true },
]

/** @param {string} root @returns {Pinned[]} */
function npmPackages(root) {
  const { packages } = lockSchema.parse(JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages).flatMap(([place, { name, version, link, dev = false }]) => {
    const installed = name ?? place.split('node_modules/').at(-1)
    const isOwn = place === '' || link || version === undefined || !installed
    return isOwn ? [] : [{ ecosystem: /** @type {const} */ ('npm'), name: installed, version, isForDevelopment: dev }]
  })
}

/** @param {string} root @returns {Pinned[]} */
function pythonPackages(root) {
  return REQUIREMENTS.flatMap(({ folder, isForDevelopment }) =>
    fs
      .readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.txt'))
      .flatMap((name) => fs.readFileSync(path.join(root, folder, name), 'utf8').split('\n'))
      .flatMap((line) => {
        const [, name, version] = /^([\w.-]+)(?:\[[\w,-]+\])?==([\w.!+-]+)/.exec(line) ?? []
        return name && version ? [{ ecosystem: /** @type {const} */ ('PyPI'), name, version, isForDevelopment }] : []
      }),
  )
}

/** Every package that the lock file and the lists of Python packages below a folder pin. @param {string} root */
function pinnedPackages(root) {
  return [...npmPackages(root), ...pythonPackages(root)]
}

/** @param {string} from @param {string} json @returns {Advisory[]} */
function parseAdvisories(from, json) {
  try {
    const value = JSON.parse(json)
    return (Array.isArray(value) ? value : [value]).map((one) => advisorySchema.parse(one))
  } catch (error) {
    throw new SetupError(
      `${from} is no advisory in the format of OSV: ${error instanceof Error ? error.message : error}`,
      {
        exitCode: 2,
      },
    )
  }
}

/** @param {string} file */
async function* readZip(file) {
  const zip = await yauzl.openPromise(file)
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('.json')) continue
      yield* parseAdvisories(`${file}: ${entry.fileName}`, await text(await zip.openReadStreamPromise(entry)))
    }
  } finally {
    zip.close()
  }
}

/**
 * The advisories of an export of OSV: a JSON file, a folder of them, or the archive `all.zip` as it is downloaded.
 * @param {string} place
 * @returns {AsyncGenerator<Advisory>}
 */
async function* readExport(place) {
  const stats = fs.statSync(place, { throwIfNoEntry: false })
  if (!stats) throw new SetupError(`There is nothing at ${place}.`, { exitCode: 2 })
  if (place.endsWith('.zip')) return yield* readZip(place)
  const names = stats.isDirectory() ? fs.readdirSync(place, { recursive: true, encoding: 'utf8' }) : ['']
  for (const name of names) {
    const file = path.join(place, name)
    if (file.endsWith('.json')) yield* parseAdvisories(file, fs.readFileSync(file, 'utf8'))
  }
}

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
