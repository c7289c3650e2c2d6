import fs from 'node:fs'
import path from 'node:path'
import { writeExtension } from '../build/build-extension.mjs'
import { buildPythonClient } from '../build/build-python-client.mjs'
import { projectRoot } from '../project-root.mjs'
import { npmCommand, runTool, toolEnv } from '../run-tool.mjs'
import { SetupError } from '../setup-error.mjs'
import { packService } from './pack-service.mjs'
import { rehearseNpm, rehearsePython } from './rehearse-publication.mjs'
import { REQUIRED } from './write-package.mjs'

/**
 * Something that is published.
 * @typedef {object} Published
 * @property {string} name
 * @property {readonly string[]} required Files that it must have.
 * @property {(folder: string) => Promise<{ contents: string, tarball?: string } | { missing: string }>} make Builds it in an empty
 *   folder. Returns the folder of its files, or why it can't be built here.
 * @property {((folder: string) => Promise<string[]>)=} rehearse Tries to publish what was built there, and publishes nothing. Returns
 *   what the registry would refuse.
 */

/** @type {readonly Published[]} */
export const PUBLISHED = [
  { name: 'the service', required: REQUIRED, make: packService, rehearse: rehearseTarball },
  {
    name: 'the command line',
    required: ['package.json', 'LICENSE', 'dist/verbatim.cjs', 'dist/THIRD-PARTY-LICENSES.txt'],
    make: (folder) => packWithNpm('cli', folder),
    rehearse: rehearseTarball,
  },
  {
    name: 'the TypeScript client',
    required: [
      'package.json',
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'dist/verbatim.js',
      'dist/verbatim.d.ts',
      'dist/node.js',
    ],
    make: (folder) => packWithNpm('sdk/typescript', folder),
    rehearse: rehearseTarball,
  },
  {
    name: 'the Python client',
    required: [
      'PKG-INFO',
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'pyproject.toml',
      'src/verbatim/py.typed',
      'src/verbatim/client.py',
    ],
    make: packPython,
    rehearse: rehearsePython,
  },
  {
    name: 'the browser extension',
    required: ['manifest.json', 'LICENSE', 'worker.js', 'panel.js', 'panel.html', 'panel.css', 'page.js'],
    make: async (folder) => {
      await writeExtension(path.join(folder, 'contents'))
      return { contents: path.join(folder, 'contents') }
    },
  },
]

/**
 * @param {string} source
 * @param {string} folder
 */
async function packWithNpm(source, folder) {
  const { program, args } = npmCommand()
  await succeed(program, [...args, 'pack', `./${source}`, '--pack-destination', folder])
  return extract(folder, '.tgz')
}

/** @param {string} folder */
async function packPython(folder) {
  const missing = await buildPythonClient(folder)
  return missing ? { missing } : extract(folder, '.tar.gz')
}

/**
 * @param {string} folder
 * @param {string} ending
 */
async function extract(folder, ending) {
  const tarball = findFile(folder, ending)
  const contents = path.join(folder, 'contents')
  fs.mkdirSync(contents)
  await succeed('tar', ['-xzf', tarball, '--strip-components=1', '-C', contents])
  return { contents, tarball }
}

/**
 * @param {string} folder
 * @param {string} ending
 */
function findFile(folder, ending) {
  return path.join(folder, fs.readdirSync(folder).find((name) => name.endsWith(ending)) ?? '')
}

/** @param {string} folder */
function rehearseTarball(folder) {
  return rehearseNpm(findFile(folder, '.tgz'))
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function succeed(program, args) {
  const { code, output } = await runTool(program, args, { env: toolEnv() })
  if (code !== 0) throw new SetupError(`${[path.basename(program), ...args].join(' ')} failed.\n${output}`)
}

/** The folder of everything that is published, for a moment. */
export function workFolder() {
  fs.mkdirSync(path.join(projectRoot, 'dist'), { recursive: true })
  return fs.mkdtempSync(path.join(projectRoot, 'dist', 'release-'))
}
