import { runBounded } from '../run-bounded.mjs'
import { npmCommand } from '../run-tool.mjs'

const LIMIT_MS = 60_000

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optionalDependencies?: Record<string, string> }} Locked
 * @typedef {(name: string, version: string) => Promise<string | null>} FindIntegrity
 */

/**
 * The SHA-512 by which the registry in use states a package's content; null where it has no such package, or no such hash.
 * @type {FindIntegrity}
 */
export async function findIntegrity(name, version) {
  const { program, args } = npmCommand()
  const view = ['view', `${name}@${version}`, 'dist.integrity', '--silent']
  const { code, output } = await runBounded(program, [...args, ...view], { timeoutMs: LIMIT_MS, env: process.env })
  return code === 0 ? (/^sha512-[\w+/]{86}==$/m.exec(output)?.[0] ?? null) : null
}

/**
 * Fills in the hashes that optional packages lack, as far as they are found: a registry has the builds of one package for
 * all systems or lacks them all alike, so the first of them that is not there ends the search for its package.
 * @param {Record<string, Locked>} packages
 * @param {FindIntegrity} find
 * @returns {Promise<{ filled: number, missing: Record<string, string> }>} `missing`: by a package, the build that is not there
 */
export async function fillIntegrity(packages, find) {
  let filled = 0
  /** @type {Record<string, string>} */
  const missing = {}
  for (const [from, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      const entry = packages[`node_modules/${name}`]
      if (!entry?.version || entry.integrity || entry.link) continue
      const integrity = await find(name, entry.version)
      if (!integrity) {
        missing[from.replace(/^.*node_modules\//, '')] = `${name}@${entry.version}`
        break
      }
      const { version, ...rest } = entry
      packages[`node_modules/${name}`] = { version, integrity, ...rest }
      filled += 1
    }
  }
  return { filled, missing }
}
