/**
 * @typedef {Record<string, string>} Named Names of packages with what versions of them will do
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {Named} [dependencies]
 * @property {Named} [optionalDependencies]
 * @property {boolean | undefined} [dev]
 * @property {boolean | undefined} [devOptional]
 * @property {boolean} [optional]
 */

/**
 * Where npm finds `name` from the package at `from`: beside it or further up; null where it is not in the lock file.
 * @param {Record<string, unknown>} packages
 * @param {string} from
 * @param {string} name
 */
export function findLocked(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const found = `${base ? `${base}/` : ''}node_modules/${name}`
    if (found in packages) return found
    if (base === '') return null
  }
}

/**
 * The packages that the service's own bring along as their dependencies. What another package could only work with (an optional
 * peer) is none of them.
 * @param {Record<string, Locked>} packages
 * @returns {Set<string>} their places in the lock file
 */
export function neededPackages(packages) {
  const needed = new Set([''])
  for (const from of needed) {
    const { dependencies, optionalDependencies } = packages[from] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = findLocked(packages, from, name)
      if (found) needed.add(found)
    }
  }
  return needed
}

/**
 * Marks everything else as of development (`dev`). npm marks a tool that the project tests with and another package could work with
 * as needed for either (`devOptional`), and some versions of npm install by these marks.
 * @template {Locked} Entry
 * @param {Record<string, Entry>} packages
 * @returns {Record<string, Entry>}
 */
export function markDevelopment(packages) {
  const needed = neededPackages(packages)
  return Object.fromEntries(
    Object.entries(packages).map(([place, entry]) => [place, needed.has(place) || entry.dev ? entry : asDev(entry)]),
  )
}

/**
 * Puts the mark where npm writes it: in place of `devOptional`, or before `optional`.
 * @template {Locked} Entry
 * @param {Entry} entry
 */
function asDev(entry) {
  const marked = Object.entries(entry).flatMap(([name, value]) => {
    const mark = ['dev', true]
    if (name === 'devOptional') return [mark]
    return name === 'optional' ? [mark, [name, value]] : [[name, value]]
  })
  return /** @type {Entry} */ ({ ...Object.fromEntries(marked), dev: true })
}
