import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { isNative } from './native-packages.mjs'

const MODULES = 'node_modules/'
/** By which a server of one's own loads Next. Its traces leave that out. */
const NEXT_ENTRY = 'node_modules/next/dist/server/next.js'
/** What Next's code names for development and building only. */
const NOT_FOR_SERVING = [
  /\/next\/dist\/(?:build\/(?:babel|swc|turbopack|webpack)|esm\/|next-devtools\/|server\/dev\/)/,
  /\/next\/dist\/compiled\/(?:@babel|@vercel\/(?:nft|og)|babel|browserslist|cssnano|edge-runtime|jest|mini-css|next-devtools)/,
  /\/next\/dist\/compiled\/(?:postcss|react[a-z-]*-experimental|sass|schema|terser|webpack)/,
  /\/(?:next|react|react-dom|scheduler)\/.*\.(?:dev|development)\.js$/,
]

/**
 * The files of node_modules that the built service loads: by the traces that Next writes for its pages, and by what the
 * compiled server and commands import, and Next's own server.
 * @returns {Promise<string[]>} from the project's folder, sorted
 */
export async function traceModules() {
  const dist = path.join(projectRoot, 'dist')
  const compiled = fs.readdirSync(dist).filter((name) => name.endsWith('.mjs'))
  const entries = [NEXT_ENTRY, ...compiled.map((name) => `dist/${name}`)]
  const files = [...tracesOfPages(), ...(await trace(entries, isNotLoaded))]
  return [...new Set(files)].filter((file) => file.startsWith(MODULES) && !isNative(file)).sort()
}

/**
 * The files of `server/setup` that a program of it reaches by its imports, and those of `lib` that they import. What builds, tests
 * and publishes is not among them.
 * @param {string} entry
 * @returns {Promise<string[]>} from the project's folder, sorted
 */
export async function traceSetup(entry) {
  const isOurs = (/** @type {string} */ file) => /^(?:server\/setup|lib)\//.test(file)
  const files = await trace([entry], (file) => !isOurs(file))
  return files.filter(isOurs).sort()
}

/** @returns {string[]} */
function tracesOfPages() {
  const folder = path.join(projectRoot, '.next')
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.nft.json'))
    .flatMap((name) => {
      const file = path.join(folder, name)
      const { files } = /** @type {{ files: string[] }} */ (JSON.parse(fs.readFileSync(file, 'utf8')))
      return files.map((traced) => fromRoot(path.resolve(path.dirname(file), traced)))
    })
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
      analysis: { emitGlobs: false, computeFileReferences: false, evaluatePureExpressions: false },
      ignore,
    },
  )
  return [...fileList].map((file) => file.split(path.sep).join('/'))
}

/** @param {string} file */
function isNotLoaded(file) {
  if (!file.startsWith(MODULES) && !file.startsWith('dist/')) return true
  return isNative(file) || NOT_FOR_SERVING.some((part) => part.test(file))
}

/** @param {string} file */
function fromRoot(file) {
  return path.relative(projectRoot, file).split(path.sep).join('/')
}
