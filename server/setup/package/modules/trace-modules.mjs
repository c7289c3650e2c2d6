import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../../project-root.mjs'
import { SetupError } from '../../setup-error.mjs'
import { isNative } from '../native-packages.mjs'

const MODULES = 'node_modules/'
/** By which a server of one's own loads Next. Its traces leave that out. */
export const NEXT_ENTRY = 'node_modules/next/dist/server/next.js'
/** What Next's code names for development and building only. */
const NOT_FOR_SERVING = [
  /\/next\/dist\/(?:build\/(?:babel|swc|turbopack|webpack)|esm\/|next-devtools\/|server\/dev\/)/,
  /\/next\/dist\/compiled\/(?:@babel|@vercel\/(?:nft|og)|babel|browserslist|cssnano|edge-runtime|jest|mini-css|next-devtools)/,
  /\/next\/dist\/compiled\/(?:postcss|react[a-z-]*-experimental|sass|schema|terser|webpack)/,
  /\/(?:next|react|react-dom|scheduler)\/.*\.(?:dev|development)\.js$/,
]
/** What Next lists for its pages, but pages of this project never load. The licenses among it are in THIRD-PARTY-LICENSES.txt. */
const NOT_USED =
  /\/next\/dist\/(?:compiled\/@vercel\/og\/(?:index\.edge|LICENSE|satori)|compiled\/next-server\/.*-experimental\.|server\/capsize-font-metrics\.json$)/

/**
 * A file of node_modules that the built service loads.
 * @typedef {object} TracedModule
 * @property {string} file
 * @property {string[]} importers The files that import it. Compiled pages are none of them: `.next` stands for them.
 * @property {Record<string, string>} imports The files that it imports, by the names it gives them.
 */

/**
 * How a compiled page names a package.
 * @typedef {{ name: string, isRequired: boolean }} External
 */

/**
 * The files of node_modules that the built service loads: what pages import by name, what Next writes down for its pages, and
 * what the compiled server and commands import, and Next's own server.
 * @param {readonly External[]} externals
 * @returns {Promise<TracedModule[]>} by their paths from the project's folder, sorted
 */
export async function traceModules(externals) {
  const compiled = fs.readdirSync(path.join(projectRoot, 'dist')).filter((name) => name.endsWith('.mjs'))
  const ofPages = externals.map(fileOf).filter((file) => !isNotLoaded(file))
  const listed = listedByNext()
  const entries = [NEXT_ENTRY, ...compiled.map((name) => `dist/${name}`), ...ofPages, ...listed.filter(isModule)]
  const named = new Set(ofPages)
  const isListed = new Set(listed)
  const found = await trace([...new Set(entries)], (file) => !isListed.has(file) && isNotLoaded(file))
  const others = listed.filter((file) => !isModule(file)).map((file) => ({ file, importers: [], imports: {} }))
  return [...found, ...others]
    .filter(({ file }) => file.startsWith(MODULES))
    .map((one) => (named.has(one.file) ? { ...one, importers: [...one.importers, '.next'] } : one))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
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
  return found
    .map(({ file }) => file)
    .filter(isOurs)
    .sort()
}

/** @param {string} file */
const isModule = (file) => /\.[cm]?js$/.test(file)

/**
 * The file that a page gets for a name. Pages are in the project's folder, so any file there finds the same.
 * @param {External} external
 */
function fileOf({ name, isRequired }) {
  const found = isRequired ? createRequire(import.meta.url).resolve(name) : fileURLToPath(import.meta.resolve(name))
  return fromRoot(found)
}

/**
 * What Next writes down for its pages: its own modules, and all files that are none.
 * @returns {string[]}
 */
function listedByNext() {
  const folder = path.join(projectRoot, '.next')
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names
    .filter((name) => name.endsWith('.nft.json'))
    .flatMap((name) => {
      const file = path.join(folder, name)
      const { files } = /** @type {{ files: string[] }} */ (JSON.parse(fs.readFileSync(file, 'utf8')))
      return files.map((traced) => fromRoot(path.resolve(path.dirname(file), traced)))
    })
  return [...new Set(files)].filter((file) => {
    if (!file.startsWith(MODULES) || isNative(file) || NOT_USED.test(file)) return false
    return !isModule(file) || file.startsWith(`${MODULES}next/`)
  })
}

/**
 * The files that modules import, and what these import, by the tracer that Next uses. What packages read besides modules is not
 * guessed: it takes long, and finds nothing here. It fails where a module requires one file and imports another by the same name.
 * @param {string[]} entries
 * @param {(file: string) => boolean} ignore
 * @returns {Promise<TracedModule[]>}
 */
export async function trace(entries, ignore) {
  const { nodeFileTrace, resolve } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft')
  /** @type {Map<string, Record<string, string>>} */
  const imports = new Map()
  /** @type {string[]} */
  const ambiguous = []
  const { fileList, reasons } = await nodeFileTrace(
    entries.map((name) => path.join(projectRoot, name)),
    {
      base: projectRoot,
      processCwd: projectRoot,
      // As Node itself does: what a package exports, and no other file for the same name.
      exportsOnly: true,
      analysis: { emitGlobs: false, computeFileReferences: false, evaluatePureExpressions: false },
      ignore,
      /** @type {(name: string, importer: string, job: unknown, isRequired: boolean) => Promise<unknown>} */
      resolve: async (name, importer, ...rest) => {
        const found = await resolve(name, importer, ...rest)
        const file = fromRoot(importer)
        // Of a package that names itself there may be two: what Node takes, by what the package exports, is the last.
        const target = fromRoot([found].flat().at(-1))
        const known = imports.get(file)?.[name]
        if (known !== undefined && known !== target) {
          ambiguous.push(`By ${name}, ${file} asks for ${known} and for ${target}.`)
        }
        imports.set(file, { ...imports.get(file), [name]: target })
        return found
      },
    },
  )
  if (ambiguous.length > 0) throw new SetupError(ambiguous.join('\n'))
  const slashed = (/** @type {string} */ file) => file.split(path.sep).join('/')
  return /** @type {string[]} */ ([...fileList]).map((file) => ({
    file: slashed(file),
    importers: /** @type {string[]} */ ([...(reasons.get(file)?.parents ?? [])]).map(slashed),
    imports: imports.get(slashed(file)) ?? {},
  }))
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
