import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { filesBelow } from '../files-below.mjs'
import { projectRoot } from '../project-root.mjs'
import { SetupError } from '../setup-error.mjs'

const SOURCE = 'extension'
const FOLDER = 'extension/dist'
const COPIED = ['panel.html', 'panel.css', 'icons']
/** The scripts of the worker and the panel, which are modules, and of pages, which are not. */
const MODULES = { worker: 'extension/src/worker.ts', panel: 'extension/src/panel/panel.ts' }
const CLASSIC = { page: 'extension/src/page/content.ts' }
/** Every file of the archive has the same time, so that the same source makes the same archive. */
const TIME = new Date('2026-01-01T00:00:00')

const inProject = (/** @type {string[]} */ ...names) => path.join(projectRoot, ...names)

/** @param {string} outdir */
async function bundle(outdir) {
  const { build } = await import('esbuild')
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    absWorkingDir: projectRoot,
    outdir,
    bundle: true,
    platform: 'browser',
    target: 'chrome123',
    // Functions that run in pages are sent there as they stand, so nothing of them may be elsewhere.
    minify: false,
    keepNames: false,
    charset: 'utf8',
    logLevel: 'error',
  }
  await build({ ...options, entryPoints: MODULES, format: 'esm' })
  await build({ ...options, entryPoints: CLASSIC, format: 'iife' })
}

/** @param {string} name */
const readJson = (name) => JSON.parse(fs.readFileSync(inProject(name), 'utf8'))

/**
 * Writes the extension into a folder, which is emptied first. Its manifest has the version of the project.
 * @param {string} folder
 */
export async function writeExtension(folder) {
  fs.rmSync(folder, { recursive: true, force: true })
  try {
    await bundle(folder)
  } catch (cause) {
    throw new SetupError('The browser extension could not be bundled.', { cause })
  }
  for (const name of COPIED) fs.cpSync(inProject(SOURCE, name), path.join(folder, name), { recursive: true })
  fs.copyFileSync(inProject('LICENSE'), path.join(folder, 'LICENSE'))
  const manifest = { ...readJson('extension/manifest.json'), version: readJson('package.json').version }
  fs.writeFileSync(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** @param {string} folder @param {string} archive */
async function pack(folder, archive) {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  for (const name of filesBelow(folder)) zip.addFile(path.join(folder, name), name, { mtime: TIME, mode: 0o644 })
  zip.end()
  fs.mkdirSync(path.dirname(archive), { recursive: true })
  await pipeline(zip.outputStream, fs.createWriteStream(archive))
}

/**
 * Builds the browser extension into `extension/dist`, and packs it beside the client packages.
 * @returns {Promise<{ folder: string, archive: string }>}
 */
export async function buildExtension() {
  const folder = inProject(FOLDER)
  const archive = inProject('sdk', 'dist', `verbatim-extension-${readJson('package.json').version}.zip`)
  await writeExtension(folder)
  await pack(folder, archive)
  return { folder, archive }
}
