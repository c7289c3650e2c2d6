import fs from 'node:fs'
import path from 'node:path'
import { filesBelow } from '../files-below.mjs'
import { projectRoot } from '../project-root.mjs'
import { removeBuildKeys } from './build-keys.mjs'
import { renderLicenses } from './licenses.mjs'
import { nativeVersions, traceModules, traceSetup } from './trace-modules.mjs'

/** The part of the package that is laid out as the project's folder is. npm takes what lies in node_modules only below a folder. */
const SERVICE = 'service'
const ENTRY = 'server/setup/installed.mjs'

/**
 * The folders that are copied besides modules, with the names of their files.
 * @type {{ folder: string, files: RegExp, except?: RegExp }[]}
 */
const COPIED = [
  { folder: '.next', files: /^(?:BUILD_ID|[\w-]+\.json)$|^(?:server|static)\//, except: /\.(?:map|nft\.json)$/ },
  { folder: 'dist', files: /^[\w-]+\.mjs(?:\.map)?$|^compressed\.(?:bin|json)$/ },
  { folder: 'public', files: /./ },
  { folder: 'cli/dist', files: /./ },
  { folder: 'docs/guide', files: /\.md$/ },
  { folder: 'prisma/migrations', files: /\.sql$/ },
  { folder: 'server/setup', files: /\.txt$/ },
  {
    folder: 'lib',
    files: /\.(?:mjs|cjs|py|txt|onnx|conf|ttf)$|\/LICENSE\.md$/,
    except: /\/testing\/|^core\/generated\//,
  },
]

/** Files without which the package would not do: its own, and one of each part. */
export const REQUIRED = [
  'package.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'THIRD-PARTY-LICENSES.txt',
  ...[
    ENTRY,
    'package.json',
    '.next/BUILD_ID',
    '.next/required-server-files.json',
    'dist/server.mjs',
    'dist/text-worker.mjs',
    'dist/database.mjs',
    'dist/compressed.bin',
    'dist/compressed.json',
    'cli/dist/verbatim.cjs',
    'cli/dist/THIRD-PARTY-LICENSES.txt',
    'docs/guide/changelog.md',
    'lib/media/voice-activity/silero-vad-v6.onnx',
    'lib/archive/render/pdf/typefaces/Amiri.ttf',
    'lib/publishing/picture/fonts.conf',
    'lib/publishing/picture/typefaces/DejaVuSerif.ttf',
    'lib/sources/yt-dlp/javascript/confine.py',
    'lib/speech/moonshine/moonshine-child.py',
    'lib/speech/moonshine/token_confidence.py',
    'lib/speech/recognisers/serve_requests.py',
    'lib/speech/whisper/requirements.txt',
    'lib/speech/whisper/whisper-child.py',
    'public/samples/LICENSES.md',
    'server/setup/install/yt-dlp-requirements.txt',
    'node_modules/next/package.json',
  ].map((name) => `${SERVICE}/${name}`),
]

/**
 * Writes the folder of which the service's package is made: what was built, the modules that it loads, and a manifest that names
 * the packages for the kind of machine. The folder is emptied first. Everything must have been built.
 * @param {string} folder
 */
export async function writePackage(folder) {
  const service = path.join(folder, SERVICE)
  fs.rmSync(folder, { recursive: true, force: true })
  for (const { folder: from, files, except } of COPIED) {
    for (const name of filesBelow(path.join(projectRoot, from))) {
      if (files.test(name) && !except?.test(name)) copy(`${from}/${name}`, service)
    }
  }
  for (const file of await traceSetup(ENTRY)) copy(file, service)
  nameExternals(path.join(service, '.next', 'server'))
  const modules = await traceModules()
  for (const file of modules) copy(file, service)
  removeBuildKeys(path.join(service, '.next'))
  removeBuildPaths(path.join(service, '.next', 'required-server-files.json'))
  const { version } = writeManifests(folder)
  fs.writeFileSync(path.join(folder, 'CHANGELOG.md'), renderChangelog(version))
  for (const name of ['LICENSE', 'README.md']) copy(name, folder)
  fs.writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), renderLicenses(modules))
}

/**
 * @param {string} file
 * @param {string} to
 */
function copy(file, to) {
  const [source, target] = [path.join(projectRoot, file), path.join(to, file)]
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.copyFileSync(source, target)
}

/**
 * Next loads packages by its own names, which are links in `.next/node_modules`. npm drops links, so the original names
 * replace them.
 * @param {string} folder
 */
function nameExternals(folder) {
  const links = path.join(projectRoot, '.next', 'node_modules')
  const names = fs.existsSync(links) ? fs.readdirSync(links, { recursive: true, encoding: 'utf8' }) : []
  const aliases = names.map((name) => name.split(path.sep).join('/')).filter((name) => ALIAS.test(name))
  for (const file of filesBelow(folder)) {
    if (!file.endsWith('.js')) continue
    const source = fs.readFileSync(path.join(folder, file), 'utf8')
    const named = aliases.reduce((text, alias) => text.replaceAll(alias, alias.replace(ALIAS, '')), source)
    if (named !== source) fs.writeFileSync(path.join(folder, file), named)
  }
}

const ALIAS = /-[0-9a-f]{16}$/

/**
 * Next writes down in which folder it was built, which is of no use elsewhere.
 * @param {string} file
 */
function removeBuildPaths(file) {
  const { config, ...rest } = JSON.parse(fs.readFileSync(file, 'utf8'))
  const isPortable = (/** @type {unknown} */ value) => !JSON.stringify(value)?.includes(projectRoot)
  const used = Object.fromEntries(Object.entries(config).filter(([, value]) => isPortable(value)))
  const written = { ...rest, config: used, appDir: '.', files: [] }
  fs.writeFileSync(file, JSON.stringify(written))
}

/** @param {string} folder */
function writeManifests(folder) {
  const { name, version, description, license, type, engines } = JSON.parse(
    fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
  )
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { verbatim: `${SERVICE}/${ENTRY}` },
    files: [SERVICE, 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.txt'],
    dependencies: nativeVersions(),
  }
  writeJson(path.join(folder, 'package.json'), manifest)
  const marked = { name, version, license, type, engines, private: true, isPackage: true }
  writeJson(path.join(folder, SERVICE, 'package.json'), marked)
  return { version }
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(file, value) {
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** The release notes of every version, which the documentation shows. */
const CHANGELOG = 'docs/guide/changelog.md'

/**
 * The release notes as a file of a package: with the version's number, without marks of the documentation and its links.
 * @param {string} version
 */
function renderChangelog(version) {
  return fs
    .readFileSync(path.join(projectRoot, CHANGELOG), 'utf8')
    .replaceAll('{{version}}', version)
    .replace(/ \{#[^{}]*\}$/gm, '')
    .replace(/\[([^[\]]+)\]\(\/[^()]*\)/g, '$1')
}
