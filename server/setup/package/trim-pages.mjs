import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { SetupError } from '../setup-error.mjs'
import { filesBelow } from './files-below.mjs'

/** What Next has for deployments without our server, which answers these itself. */
export const ANSWERED_BEFORE_NEXT = [
  '/.well-known/[...path]',
  '/api/inngest',
  '/health',
  '/mcp',
  '/oauth/[endpoint]',
  '/openapi.json',
  '/v1/[...path]',
]

/** Smaller chunks are put into one file. */
const LARGE_BYTES = 32 * 1024
const JOINED = 'chunks/joined.js'
/** How Next's runtime loads a chunk. */
const LOAD_CHUNK = 'require(resolved)'
/** What the joined file does with the path of a chunk. */
const FIND_CHUNK = `const path = require('node:path')
module.exports = (file) => {
  const name = path.relative(__dirname, file).split(path.sep).join('/')
  if (!Object.hasOwn(chunks, name)) return undefined
  const module = { exports: undefined }
  chunks[name](module)
  return module.exports
}
`

/** What means something else in another file. */
const BOUND_TO_FILE = /\brequire\(\s*["'`]\.|\b__(?:dirname|filename)\b/

/** How compiled files name others, from Next's folder. */
const CHUNK = /server\/(chunks\/[^"\\]+?\.js)(?=\\?")/g
const SOURCE_MAP = /\n\/\/# sourceMappingURL=\S*\s*$/

/**
 * Takes from compiled pages what an installed service does not load: what our server answers, the files that then nothing names, and
 * all but one of equal files. Joins the small ones.
 * @param {string} folder Next's folder
 */
export function trimPages(folder) {
  const server = path.join(folder, 'server')
  for (const route of ANSWERED_BEFORE_NEXT) fs.rmSync(path.join(server, 'app', route), { recursive: true })
  const names = filesBelow(server).filter((name) => /\.js(?:on)?$/.test(name))
  const texts = new Map(names.map((name) => [name, readWithoutMap(path.join(server, name))]))
  const same = equalChunks(texts)
  for (const [name, text] of texts) {
    texts.set(
      name,
      text.replace(CHUNK, (_, chunk) => `server/${same.get(chunk) ?? chunk}`),
    )
  }
  const named = namedFrom(texts)
  for (const [name, text] of texts) {
    if (named.has(name)) fs.writeFileSync(path.join(server, name), text)
    else fs.rmSync(path.join(server, name))
  }
  joinChunks(server)
}

/**
 * Puts small chunks into one file, from which Next's runtime then loads them: npm takes longer for a file than for its bytes.
 * @param {string} server
 */
function joinChunks(server) {
  const names = filesBelow(path.join(server, 'chunks')).map((name) => `chunks/${name}`)
  for (const name of names.filter(isRuntime)) {
    const file = path.join(server, name)
    const text = fs.readFileSync(file, 'utf8')
    if (!text.includes(LOAD_CHUNK))
      throw new SetupError(`${name} loads chunks in another way than this was written for.`)
    const joined = path.posix.relative(path.posix.dirname(name), JOINED)
    const load = `(require(${JSON.stringify(joined.startsWith('.') ? joined : `./${joined}`)})(resolved) ?? ${LOAD_CHUNK})`
    fs.writeFileSync(file, text.replaceAll(LOAD_CHUNK, load))
  }
  const members = names
    .filter((name) => name.endsWith('.js') && !isRuntime(name))
    .map((name) => ({ name, file: path.join(server, name) }))
    .filter(({ file }) => fs.statSync(file).size <= LARGE_BYTES)
    .map((one) => ({ ...one, text: fs.readFileSync(one.file, 'utf8') }))
    .filter(({ text }) => !BOUND_TO_FILE.test(text))
  for (const { file } of members) fs.rmSync(file)
  const chunks = members.map(
    ({ name, text }) => `${JSON.stringify(path.posix.relative('chunks', name))}(module) {\n${text}\n}`,
  )
  fs.writeFileSync(path.join(server, JOINED), `const chunks = {\n${chunks.join(',\n')}\n}\n${FIND_CHUNK}`)
}

/** @param {string} file */
function readWithoutMap(file) {
  return fs.readFileSync(file, 'utf8').replace(SOURCE_MAP, '\n')
}

/** @param {string} name */
const isChunk = (name) => name.startsWith('chunks/')
/** Loaded by the files of routes, which name it from where they are. */
const isRuntime = (/** @type {string} */ name) => name.endsWith('_runtime.js')

/**
 * The chunks that are equal to one before them, and this one.
 * @param {Map<string, string>} texts
 */
function equalChunks(texts) {
  /** @type {Map<string, string>} */
  const first = new Map()
  /** @type {Map<string, string>} */
  const same = new Map()
  for (const [name, text] of texts) {
    if (!isChunk(name) || isRuntime(name)) continue
    const hash = createHash('sha256').update(text).digest('hex')
    const known = first.get(hash)
    if (known) same.set(name, known)
    else first.set(hash, name)
  }
  return same
}

/**
 * The files of routes, the runtime, and the chunks that these and other named chunks name.
 * @param {Map<string, string>} texts
 */
function namedFrom(texts) {
  const named = new Set([...texts.keys()].filter((name) => !isChunk(name) || isRuntime(name)))
  for (const name of named) for (const [, chunk = ''] of (texts.get(name) ?? '').matchAll(CHUNK)) named.add(chunk)
  return named
}
