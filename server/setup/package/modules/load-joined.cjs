/**
 * Loads the modules of packages that `join-commonjs.mjs` has put into few files, as Node would load each from a file of its own:
 * once, with its own `require`, `module`, `__filename` and `__dirname`.
 */
const Module = require('node:module')
const path = require('node:path')

const root = path.resolve(__dirname, '..')

/**
 * By the path of a module from the root: what it does, and the path of what it requires by each name.
 * @typedef {(this: unknown, exports: unknown, require: unknown, module: Module, filename: string, dirname: string) => void} Run
 * @type {Map<string, [run: Run, required: Record<string, string>]>}
 */
const joined = new Map()
const STORES = /** @type {const} */ (['next', 'packages'])
/** @type {Set<string>} */
const read = new Set()

/** @type {Map<string, Module>} */
const loaded = new Map()

/**
 * Next's modules are many, and commands do without them.
 * @param {string} file
 */
function find(file) {
  const store = file.startsWith('node_modules/next/') ? STORES[0] : STORES[1]
  if (!read.has(store)) {
    read.add(store)
    for (const [name, one] of Object.entries(require(`./${store}.cjs`))) joined.set(name, one)
  }
  return joined.get(file)
}

/** @param {string} file */
function load(file) {
  const known = loaded.get(file)
  if (known) return known.exports
  const found = find(file)
  if (!found) throw new Error(`${file} is not in this package.`)
  const [run, required] = found
  const filename = path.join(root, file)
  const module = new Module(filename)
  module.filename = filename
  module.path = path.dirname(filename)
  module.paths = modulesAround(module.path)
  loaded.set(file, module)
  try {
    run.call(module.exports, module.exports, requireFor(filename, required), module, filename, module.path)
  } catch (error) {
    loaded.delete(file)
    throw error
  }
  module.loaded = true
  return module.exports
}

/**
 * Where Node looks for the packages that a module requires.
 * @param {string} folder
 * @returns {string[]}
 */
function modulesAround(folder) {
  const parent = path.dirname(folder)
  const own = path.basename(folder) === 'node_modules' ? [] : [path.join(folder, 'node_modules')]
  return parent === folder ? own : [...own, ...modulesAround(parent)]
}

/**
 * @param {string} filename
 * @param {Record<string, string>} required
 */
function requireFor(filename, required) {
  const native = Module.createRequire(filename)
  const target = (/** @type {string} */ name) => {
    // Next gives its pages others in the place of these.
    if (name.endsWith('.shared-runtime')) return undefined
    return Object.hasOwn(required, name) ? required[name] : undefined
  }
  const own = (/** @type {string} */ name) => {
    const file = target(name)
    return file === undefined ? native(name) : load(file)
  }
  const resolve = Object.assign(
    (/** @type {string} */ name, /** @type {{ paths?: string[] }} */ options) => {
      const file = target(name)
      return file === undefined ? native.resolve(name, options) : path.join(root, file)
    },
    { paths: native.resolve.paths },
  )
  return Object.assign(own, { resolve, cache: native.cache, main: native.main, extensions: native.extensions })
}

module.exports = load
