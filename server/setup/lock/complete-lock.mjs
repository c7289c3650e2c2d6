import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { findLocked, markDevelopment } from './development-packages.mjs'
import { fillIntegrity, findIntegrity } from './lock-integrity.mjs'

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'arm', 'wasm32']

/** @typedef {import('./lock-integrity.mjs').Locked & import('./development-packages.mjs').Locked} Locked */

/**
 * @param {string} name
 * @param {string} version
 */
function entry(name, version) {
  const parts = (name.split('/').at(-1) ?? '').replace(/\b(arm)(?:v\d\w*|eabi\w*)?\b/, '$1').split('-')
  const os = SYSTEMS.find((system) => parts.includes(system)) ?? (parts.includes('windows') ? 'win32' : undefined)
  const cpu = PROCESSORS.find((processor) => parts.includes(processor))
  if (!os && !cpu) throw new Error(`Can't tell which system ${name} is for: add it to package-lock.json by hand.`)
  const libc = parts.some((part) => part.startsWith('musl'))
    ? 'musl'
    : parts.some((part) => part.startsWith('gnu'))
      ? 'glibc'
      : null
  return {
    version,
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  }
}

/**
 * `npm run lock`: adds to package-lock.json the optional packages of other systems that the registry in use did not
 * carry. `npm ci` wants an entry for each. The system of a package is part of its name. Then it marks what running does not need,
 * fills in the hashes that the registry has by now, and names the packages that still lack some.
 * @returns {Promise<number>} the exit code
 */
export async function completeLock() {
  const file = path.join(projectRoot, 'package-lock.json')
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
  /** @type {Record<string, Locked>} */
  const packages = lock.packages
  const added = Object.entries(packages).flatMap(([from, locked]) =>
    Object.entries(locked.optionalDependencies ?? {})
      .filter(([name]) => !findLocked(packages, from, name))
      .map(([name, version]) => /** @type {const} */ ([`node_modules/${name}`, entry(name, version)])),
  )
  const { '': root = {}, ...rest } = { ...packages, ...Object.fromEntries(added) }
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = markDevelopment({ '': root, ...Object.fromEntries(sorted) })
  const { filled, missing } = await fillIntegrity(lock.packages, findIntegrity)
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${added.length} packages of other systems added to package-lock.json.`)
  console.log(`${filled} hashes filled in.`)
  for (const [name, build] of Object.entries(missing)) {
    console.log(`${name} keeps builds without a hash: the registry in use does not have ${build}.`)
  }
  return 0
}
