import fs from 'node:fs'
import path from 'node:path'
import { loadCompiler } from '../../build/compiler.mjs'
import { projectRoot } from '../../project-root.mjs'
import { SetupError } from '../../setup-error.mjs'
import { isNative } from '../native-packages.mjs'

/** Stands before the path of a CommonJS module until it is known from where it is imported. */
const FROM_ROOT = 'from-root:'

/** @typedef {import('./trace-modules.mjs').TracedModule} TracedModule */

/**
 * Bundles ES modules of packages. What is asked for from outside stays a file of its name; what several of these share is in files
 * that all of them import, so that each module still exists once. CommonJS modules are imported as before.
 * @param {readonly TracedModule[]} modules
 * @param {string} service
 * @returns {Promise<string[]>} the files that were written in the place of modules
 */
export async function joinEsModules(modules, service) {
  const joined = new Set(modules.map(({ file }) => file))
  const asked = modules
    .filter(({ importers }) => importers.length === 0 || importers.some((importer) => !joined.has(importer)))
    .map(({ file }) => file)
  const { build } = await loadCompiler()
  const { outputFiles, metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: asked.map((file) => ({ in: file, out: file.replace(/\.m?js$/, '') })),
    outdir: '.',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    chunkNames: 'modules/[hash]',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['node'],
    keepNames: true,
    legalComments: 'inline',
    logLevel: 'error',
    plugins: [{ name: 'modules', setup: (compiler) => leaveOthers(compiler, joined) }],
  })
  /** @param {string} file */
  const finalName = (file) => asked.find((one) => one.replace(/\.m?js$/, '.mjs') === file) ?? file
  for (const { path: target, text } of outputFiles) {
    const file = path.relative(projectRoot, target).split(path.sep).join('/')
    const folder = path.posix.dirname(file)
    const imported = (metafile.outputs[file]?.imports ?? []).filter((one) => finalName(one.path) !== one.path)
    const renamed = imported.reduce(
      (code, { path: one }) => code.replaceAll(relative(folder, one), relative(folder, finalName(one))),
      text,
    )
    const code = renamed.replace(/"from-root:([^"]+)"/g, (_, name) => JSON.stringify(relative(folder, name)))
    const written = path.join(service, finalName(file))
    fs.mkdirSync(path.dirname(written), { recursive: true })
    fs.writeFileSync(written, code)
  }
  return asked
}

/**
 * @param {string} folder
 * @param {string} file
 */
function relative(folder, file) {
  const name = path.posix.relative(folder, file)
  return name.startsWith('.') ? name : `./${name}`
}

/**
 * Bundles what was traced, and leaves the rest to Node.
 * @param {import('esbuild').PluginBuild} compiler
 * @param {Set<string>} joined
 */
function leaveOthers(compiler, joined) {
  const RESOLVED = Symbol('resolved')
  compiler.onResolve({ filter: /./ }, async ({ path: name, kind, pluginData, ...from }) => {
    if (pluginData === RESOLVED || kind === 'entry-point') return
    const found = await compiler.resolve(name, { ...from, kind, pluginData: RESOLVED })
    if (found.errors.length > 0 || found.external) return { path: name, external: true }
    const file = path.relative(projectRoot, found.path).split(path.sep).join('/')
    if (isNative(file)) return { path: name, external: true }
    if (joined.has(file) || file.endsWith('.json')) return found
    if (!/\.c?js$/.test(file)) throw new SetupError(`${from.importer} imports ${file}, which was not traced.`)
    return { path: `${FROM_ROOT}${file}`, external: true }
  })
}
