import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadCompiler } from '../../build/compiler.mjs'
import { projectRoot } from '../../project-root.mjs'
import { toolEnv } from '../../tool-env.mjs'
import { groupByCycle } from './cycles.mjs'
import { NEXT_ENTRY } from './trace-modules.mjs'

/** What is large and holds all it needs stays a file of its own, and is read only when it is used. */
const LARGE_BYTES = 64 * 1024
const LEAST_BYTES_PER_IMPORT = 8 * 1024
const FOLDER = 'modules'
const LOADER = 'load-joined.cjs'
const PARAMETERS = 'exports, require, module, __filename, __dirname'
/** Next gives pages these in the place of others, by names that it puts together. */
const NAMED_AT_RUN_TIME = /\.shared-runtime\.js$|\/vendored\/contexts\//
/** Imports at run time, as esbuild writes them: by relative names, and by those of packages. */
const IMPORTED = /\bimport\(\s*"(\.[^"\n]+)"\s*\)/g
const IMPORTED_PACKAGE = /\bimport\(\s*"((?:@[^/"\n]+\/)?[^/."\n][^/"\n]*)((?:\/[^"\n]*)?)"\s*\)/g

/** @typedef {import('./trace-modules.mjs').TracedModule} TracedModule */

/**
 * Puts CommonJS modules of packages into two files, Next's and all others: npm takes longer for a thousand files than for their
 * bytes. Where something else asks for one, a file of its name gets it from there.
 * @param {readonly TracedModule[]} modules
 * @param {string} service
 * @returns {Promise<{ written: string[], left: string[] }>} the files that were written in the place of modules, and those that
 *   were not joined
 */
export async function joinCommonJs(modules, service) {
  const codes = new Map(await Promise.all(modules.map(async ({ file }) => entryOf(file))))
  const members = joinableOf(modules, codes)
  const joined = new Set(members.map(({ file }) => file))
  const folder = path.join(service, FOLDER)
  fs.mkdirSync(folder, { recursive: true })
  for (const [store, isIts] of STORES) {
    const rendered = members
      .filter(({ file }) => isIts(file))
      .map((one) => `${JSON.stringify(one.file)}: ${render(one, codes.get(one.file) ?? '', joined)}`)
    fs.writeFileSync(path.join(folder, store), `module.exports = {\n${rendered.join(',\n')}\n}\n`)
  }
  fs.copyFileSync(path.join(import.meta.dirname, LOADER), path.join(folder, LOADER))
  const written = members.filter((one) => isAskedFromOutside(one, joined)).map(({ file }) => file)
  const names = exportedNames(written.filter((file) => !isOfNext(file) || file === NEXT_ENTRY))
  for (const file of written) writeStub(file, names[file] ?? [], service)
  return { written, left: modules.map(({ file }) => file).filter((file) => !joined.has(file)) }
}

/** @param {string} file */
const isOfNext = (file) => file.startsWith('node_modules/next/')

/** The files of joined modules, and which are in each. Commands do without those of Next. */
const STORES = /** @type {const} */ ([
  ['next.cjs', isOfNext],
  ['packages.cjs', (/** @type {string} */ file) => !isOfNext(file)],
])

/**
 * The modules that can be joined, and the JSON files that only these require.
 * @param {readonly TracedModule[]} modules
 * @param {Map<string, string>} codes
 */
function joinableOf(modules, codes) {
  const byFile = new Map(modules.map((one) => [one.file, one]))
  const needs = new Map(
    modules.filter(({ file }) => !isJson(file)).map(({ file, imports }) => [file, Object.values(imports)]),
  )
  // Modules that require each other get what there is so far. A file in the place of one would keep that.
  const groups = groupByCycle(needs).map((group) => group.flatMap((file) => byFile.get(file) ?? []))
  const code = groups
    .filter((group) => group.every((one) => isMovable(one, codes)) && group.some((one) => isSmall(one, codes)))
    .flat()
    .sort((a, b) => (a.file < b.file ? -1 : 1))
  const isCode = new Set(code.map(({ file }) => file))
  const imported = new Set(modules.flatMap(({ imports }) => Object.values(imports)))
  const data = modules.filter(
    ({ file, importers }) => isJson(file) && imported.has(file) && importers.every((one) => isCode.has(one)),
  )
  return [...code, ...data]
}

/** @param {string} file */
const isJson = (file) => file.endsWith('.json')

/**
 * Whether anything that is not joined asks for a module by its file.
 * @param {TracedModule} module
 * @param {Set<string>} joined
 */
function isAskedFromOutside({ file, importers }, joined) {
  if (isJson(file)) return false
  return NAMED_AT_RUN_TIME.test(file) || importers.length === 0 || importers.some((importer) => !joined.has(importer))
}

/**
 * Whether a module does the same in another file as in its own.
 * @param {TracedModule} module
 * @param {Map<string, string>} codes of all CommonJS modules
 */
function isMovable({ file, imports }, codes) {
  const code = codes.get(file) ?? ''
  return (
    [...code.matchAll(IMPORTED)].every(([, name = '']) => codes.has(imports[name] ?? '')) &&
    [...code.matchAll(IMPORTED_PACKAGE)].every(([, name = '', rest = '']) =>
      isSameAnywhere(name, rest, imports[name + rest]),
    )
  )
}

/**
 * Whether a name of a package means the same where joined modules are: one of Node's, one that is not installed, or one that is in
 * no other package. What begins with # has a meaning in one package only.
 * @param {string} name
 * @param {string} rest what follows the name of the package
 * @param {string | undefined} target
 */
function isSameAnywhere(name, rest, target) {
  if (isBuiltin(name + rest)) return true
  return !name.startsWith('#') && (target === undefined || target.startsWith(`node_modules/${name}/`))
}

/**
 * Whether a module is worth joining.
 * @param {TracedModule} module
 * @param {Map<string, string>} codes of all CommonJS modules
 */
function isSmall({ file, imports }, codes) {
  const { size } = fs.statSync(path.join(projectRoot, file))
  const count = Object.values(imports).filter((name) => codes.has(name)).length
  return size <= LARGE_BYTES || size < count * LEAST_BYTES_PER_IMPORT
}

/**
 * A module and its code, in one way of writing and without comments, except those with a license.
 * @param {string} file
 * @returns {Promise<[file: string, code: string]>}
 */
async function entryOf(file) {
  const source = fs.readFileSync(path.join(projectRoot, file), 'utf8')
  if (isJson(file)) return [file, source]
  const { transform } = await loadCompiler()
  const { code } = await transform(source.replace(/^#!.*/, ''), {
    loader: 'js',
    legalComments: 'inline',
    platform: 'node',
  })
  return [file, code]
}

/**
 * What a module does, and what it requires by which name.
 * @param {TracedModule} module
 * @param {string} code
 * @param {Set<string>} joined
 */
function render({ file, imports }, code, joined) {
  if (isJson(file)) return `[function (${PARAMETERS}) { module.exports = ${code} }, {}]`
  // A relative name means the same only where the module stood.
  const run = code.replace(IMPORTED, (_, name) => `Promise.resolve().then(() => require("${name}"))`)
  const required = Object.fromEntries(Object.entries(imports).filter(([, name]) => joined.has(name)))
  return `[function (${PARAMETERS}) {\n${run}\n}, ${JSON.stringify(required)}]`
}

/**
 * The names that ES modules can import from CommonJS files, by Node's own account.
 * @param {string[]} files
 * @returns {Record<string, string[]>}
 */
function exportedNames(files) {
  const urls = files.map((file) => [file, pathToFileURL(path.join(projectRoot, file)).href])
  const program = `const names = {}
    for (const [file, url] of ${JSON.stringify(urls)}) names[file] = Object.keys(await import(url))
    process.stdout.write(JSON.stringify(names), () => process.exit(0))`
  const args = ['--no-warnings', '--input-type=module', '--eval', program]
  const env = toolEnv({ NODE_ENV: 'production' })
  return JSON.parse(execFileSync(process.execPath, args, { cwd: projectRoot, env, encoding: 'utf8' }))
}

/**
 * @param {string} file
 * @param {string[]} names
 * @param {string} service
 */
function writeStub(file, names, service) {
  const target = path.join(service, file)
  const loader = path.posix.relative(path.posix.dirname(file), `${FOLDER}/${LOADER}`)
  const named = names.filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default')
  // Node's reader of names takes what never runs.
  const hint =
    named.length > 0 ? `0 && (module.exports = { ${named.map((name) => `${name}: null`).join(', ')} })\n` : ''
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.writeFileSync(target, `const load = require('${loader}')\nmodule.exports = load('${file}')\n${hint}`)
}
