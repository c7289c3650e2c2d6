import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../project-root.mjs'
import { filesBelow } from '../files-below.mjs'
import { joinCommonJs } from './join-commonjs.mjs'
import { joinEsModules } from './join-es-modules.mjs'
import { traceModules } from './trace-modules.mjs'

/**
 * Writes the modules of packages that the service loads, joined into as few files as can be.
 * @param {string} service
 * @returns {Promise<string[]>} the modules, by their paths from the project's folder
 */
export async function writeModules(service) {
  const modules = await traceModules(externalsOf(path.join(service, '.next', 'server')))
  const of = (/** @type {string[]} */ ...formats) => modules.filter(({ file }) => formats.includes(formatOf(file)))
  const { written, left } = await joinCommonJs(of('commonjs', 'json'), service)
  const copied = [...left, ...of('other').map(({ file }) => file)].filter((file) => !isManifest(file))
  for (const file of copied) copy(file, service)
  written.push(...copied, ...(await joinEsModules(of('es'), service)))
  const folders = new Set(written.flatMap(foldersOf))
  for (const { file } of modules) if (isManifest(file) && folders.has(path.posix.dirname(file))) copy(file, service)
  return modules.map(({ file }) => file)
}

/**
 * The packages that compiled pages name.
 * @param {string} folder
 * @returns {import('./trace-modules.mjs').External[]}
 */
function externalsOf(folder) {
  /** @type {Map<string, import('./trace-modules.mjs').External>} */
  const found = new Map()
  for (const file of filesBelow(folder)) {
    if (!file.endsWith('.js')) continue
    const source = fs.readFileSync(path.join(folder, file), 'utf8')
    for (const [, how, name = ''] of source.matchAll(EXTERNAL)) {
      if (isInstalled(name)) found.set(`${how} ${name}`, { name, isRequired: how === 'require' })
    }
  }
  return [...found.values()]
}

const EXTERNAL = /\b(require|y)\("((?:@[\w.-]+\/)?[a-z][\w.-]*(?:\/[^"]*)?)"\)/g

/** @param {string} name */
function isInstalled(name) {
  const [packageName = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? []
  return fs.existsSync(path.join(projectRoot, 'node_modules', packageName))
}

/** @param {string} file */
const isManifest = (file) => path.posix.basename(file) === 'package.json'

/**
 * What Node takes a file for.
 * @param {string} file
 */
function formatOf(file) {
  if (file.endsWith('.json')) return 'json'
  if (!file.endsWith('.js')) return file.endsWith('.mjs') ? 'es' : file.endsWith('.cjs') ? 'commonjs' : 'other'
  const manifest = foldersOf(file)
    .map((folder) => path.join(projectRoot, folder, 'package.json'))
    .find((name) => fs.existsSync(name))
  return manifest && JSON.parse(fs.readFileSync(manifest, 'utf8')).type === 'module' ? 'es' : 'commonjs'
}

/**
 * The folders around a file, up to node_modules, the innermost first.
 * @param {string} file
 * @returns {string[]}
 */
function foldersOf(file) {
  const folder = path.posix.dirname(file)
  return path.posix.basename(folder) === 'node_modules' || folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

/**
 * @param {string} file
 * @param {string} service
 */
function copy(file, service) {
  const target = path.join(service, file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.copyFileSync(path.join(projectRoot, file), target)
}
