import fs from 'node:fs'
import path from 'node:path'
import { findOnPath } from '../../../../lib/core/programs/find-on-path.mjs'
import { runBounded } from '../../run-bounded.mjs'
import { toolEnv } from '../../run-tool.mjs'
import { failureOf, installHashed, runPip } from '../pip.mjs'

/**
 * A way to get yt-dlp without being root: it puts Python's package `yt_dlp` into the folder `lib`, with `work` for what it needs
 * on the way.
 * @typedef {(job: SourceJob) => Promise<Fetched>} YtDlpSource
 * @typedef {object} SourceJob
 * @property {string} lib
 * @property {string} work
 * @property {string} python
 * @property {Requirements} requirements
 */

/**
 * The files that pin packages, each with its release and the SHA-256 of its files: yt-dlp itself, its extra `default` with the
 * scripts for YouTube's challenges, and curl_cffi.
 * @typedef {{ ytDlp: string, default: string, curlCffi: string }} Requirements
 */

/**
 * Why it could not be done; else what is missing beside yt-dlp itself, and why. `none`: there is no such release, or no index
 * that answers.
 * @typedef {{ failure: string, none?: 'newer' | 'index' } | { missing: string[] }} Fetched
 */

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const APT_TIMEOUT_MS = 180_000

/**
 * The pinned release with all that it can have. pip compares the SHA-256 of what it downloads with the one in this project, so it
 * does not matter which index or mirror the file comes from. Where something is not to be had, the rest is installed.
 * @type {YtDlpSource}
 */
async function pinnedFromPip({ lib, python, requirements }) {
  const { ytDlp, default: extra, curlCffi } = requirements
  if ((await installPinned(python, lib, [ytDlp, extra, curlCffi])) === null) return { missing: [] }
  fs.rmSync(lib, { recursive: true, force: true })
  const failure = await installPinned(python, lib, [ytDlp])
  return failure === null ? { missing: await addPinnedExtras(python, lib, requirements) } : { failure }
}

/**
 * @param {string} python
 * @param {string} lib
 * @param {string[]} files
 * @returns {Promise<string | null>} why not
 */
async function installPinned(python, lib, files) {
  const args = ['install', '--quiet', '--require-hashes', '--target', lib]
  const { code, output } = await runPip(python, [...args, ...files.flatMap((file) => ['--requirement', file])])
  return code === 0 ? null : failureOf('pip', output)
}

/**
 * Adds the pinned extras to a yt-dlp, one after the other.
 * @param {string} python
 * @param {string} lib
 * @param {Requirements} requirements
 */
async function addPinnedExtras(python, lib, requirements) {
  const failed = await installPinned(python, lib, [requirements.default])
  if (failed !== null) return [`yt-dlp-ejs and curl_cffi (${failed})`]
  const failedToo = await installPinned(python, lib, [requirements.curlCffi])
  return failedToo === null ? [] : [`curl_cffi (${failedToo})`]
}

/**
 * The index's newest release that `wanted` allows. Only files are taken that have the SHA-256 which the index states.
 * @param {{ wanted: string, isPreview?: boolean }} options `wanted`: such as `yt-dlp>2026.10.26`; `isPreview`: nightly releases too
 * @returns {YtDlpSource}
 */
export function newestFromPip({ wanted, isPreview = false }) {
  return async ({ lib, work, python, requirements }) => {
    const folder = path.join(work, 'newest')
    fs.mkdirSync(folder)
    const preview = isPreview ? ['--pre'] : []
    const download = await runPip(python, ['download', '--quiet', ...preview, '--dest', folder, wanted])
    if (download.code !== 0) return { failure: failureOf('pip', download.output), ...whyNone(download.output) }
    const failure = await installHashed(python, lib, folder)
    if (failure !== null) return { failure }
    const [wheel = ''] = fs.readdirSync(folder)
    const version = wheel.split('-')[1] ?? ''
    const add = (/** @type {string} */ extras) =>
      addExtras({ python, lib, folder: path.join(work, extras), wanted: `yt-dlp[${extras}]==${version}` })
    const failed = await add('default,curl-cffi')
    if (failed === null) return { missing: [] }
    return (await add('default')) === null
      ? { missing: [`curl_cffi (${failed})`] }
      : { missing: await addPinnedExtras(python, lib, requirements) }
  }
}

/**
 * @param {string} output
 * @returns {{ none?: 'newer' | 'index' }}
 */
function whyNone(output) {
  const versions = /\(from versions: ([^()]*)\)/.exec(output)?.[1]
  return versions === undefined ? {} : { none: versions === 'none' ? 'index' : 'newer' }
}

/**
 * Adds what the extras of a release stand for on the index.
 * @param {{ python: string, lib: string, folder: string, wanted: string }} job
 * @returns {Promise<string | null>} why not
 */
async function addExtras({ python, lib, folder, wanted }) {
  fs.mkdirSync(folder)
  const { code, output } = await runPip(python, ['download', '--quiet', '--dest', folder, wanted], { withNeeds: true })
  if (code !== 0) return failureOf('pip', output)
  // Itself is there.
  for (const name of fs.readdirSync(folder)) if (/^yt_dlp-\d/.test(name)) fs.rmSync(path.join(folder, name))
  return installHashed(python, lib, folder)
}

/**
 * From Debian's newest packages, since those of its releases are too old. A separate apt configuration leaves the
 * system's package lists and sources unchanged.
 * @type {YtDlpSource}
 */
async function fromDebian({ lib, work, python, requirements }) {
  if (!findOnPath(['apt-get']) || !findOnPath(['dpkg-deb'])) return { failure: 'there is no apt-get' }
  const mirror = await debianMirror()
  if (!mirror || !fs.existsSync(KEYRING)) return { failure: 'apt-get fetches nothing from Debian here' }
  const env = toolEnv({ APT_CONFIG: await writeAptConfig(work, mirror) })
  const options = { timeoutMs: APT_TIMEOUT_MS, cwd: work, env }
  for (const args of [['update'], ['download', 'yt-dlp']]) {
    const { code, output } = await runBounded('apt-get', ['--quiet', ...args], options)
    if (code !== 0) return { failure: failureOf('apt-get', output) }
  }
  const deb = fs.readdirSync(work).find((name) => name.endsWith('.deb'))
  if (!deb) return { failure: 'apt-get downloaded nothing' }
  const { code, output } = await runBounded('dpkg-deb', ['-x', path.join(work, deb), path.join(work, 'deb')], options)
  if (code !== 0) return { failure: failureOf('dpkg-deb', output) }
  fs.renameSync(path.join(work, 'deb/usr/lib/python3/dist-packages'), lib)
  return { missing: await addPinnedExtras(python, lib, requirements) }
}

/**
 * The ways, in the order in which they are tried. `afterPinned`: only once the pinned release came and was right. An index that
 * gives other bytes for it is not asked for anything else.
 * @type {{ fetch: YtDlpSource, afterPinned: boolean }[]}
 */
export const YT_DLP_SOURCES = [
  { fetch: pinnedFromPip, afterPinned: false },
  { fetch: newestFromPip({ wanted: 'yt-dlp' }), afterPinned: true },
  { fetch: fromDebian, afterPinned: false },
]

/** The address of Debian's archive that this system's own packages come from; null on other systems. */
async function debianMirror() {
  const args = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']
  const { code, output } = await runBounded('apt-get', args, { timeoutMs: 10_000 })
  return code === 0 ? (output.split('\n').find((uri) => /^\w+:\/\/\S+\/debian\/$/.test(uri)) ?? null) : null
}

/**
 * Keeps the settings of the system's configuration for fetching packages, such as a proxy: no hooks and no pins.
 * @param {string} work
 * @param {string} mirror
 */
async function writeAptConfig(work, mirror) {
  const { output } = await runBounded('apt-config', ['dump'], { timeoutMs: 10_000 })
  const fetching = output.split('\n').filter((line) => line.startsWith('Acquire::'))
  for (const folder of ['apt/lists/partial', 'apt/cache/archives/partial']) {
    fs.mkdirSync(path.join(work, folder), { recursive: true })
  }
  fs.writeFileSync(path.join(work, 'sources.list'), `deb [signed-by=${KEYRING}] ${mirror} sid main\n`)
  fs.writeFileSync(path.join(work, 'status'), '')
  const file = path.join(work, 'apt.conf')
  const own = {
    'Dir::Etc::main': '/dev/null',
    'Dir::Etc::parts': '/dev/null',
    'Dir::Etc::sourcelist': path.join(work, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::State': path.join(work, 'apt'),
    'Dir::State::status': path.join(work, 'status'),
    'Dir::Cache': path.join(work, 'apt/cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '0',
    'Acquire::http::Timeout': '15',
    'APT::Update::Error-Mode': 'any',
  }
  const lines = Object.entries(own).map(([name, value]) => `${name} "${value}";`)
  fs.writeFileSync(file, `${[...fetching, ...lines].join('\n')}\n`)
  return file
}
