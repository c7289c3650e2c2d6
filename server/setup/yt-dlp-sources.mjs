import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findProgram } from './find-program.mjs'
import { failureOf, runPip } from './pip.mjs'
import { runBounded } from './run-bounded.mjs'
import { toolEnv } from './tool-env.mjs'

/**
 * A way to get yt-dlp without being root: it puts Python's package `yt_dlp` into the folder `lib`, with `work` for
 * what it needs on the way. `requirements` is the file that pins yt-dlp. Gives null when done, or why it could not.
 * @typedef {(folders: { lib: string, work: string }, python: string, requirements: string) => Promise<string | null>} YtDlpSource
 */

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const APT_TIMEOUT_MS = 180_000

/**
 * The pinned release. pip compares the SHA-256 of what it downloads with the one in this project, so it does not matter
 * which index or mirror the file comes from.
 * @type {YtDlpSource}
 */
async function pinnedFromPip({ lib }, python, requirements) {
  const args = ['install', '--quiet', '--require-hashes', '--target', lib, '--requirement', requirements]
  const { code, output } = await runPip(python, args)
  return code === 0 ? null : failureOf('pip', output)
}

/**
 * The index's newest release, for when the pinned one is old. It is taken only if the index states the SHA-256 of the file,
 * and the file has it. pip alone would also take a file that the index states no hash of. So the file is downloaded first; then
 * pip installs it with its hash required, and tells how many of the index's files are stated to have that hash.
 * @type {YtDlpSource}
 */
async function newestFromPip({ lib, work }, python) {
  const folder = path.join(work, 'newest')
  fs.mkdirSync(folder)
  const download = await runPip(python, ['download', '--quiet', '--dest', folder, 'yt-dlp'])
  if (download.code !== 0) return failureOf('pip', download.output)
  const wheel = fs.readdirSync(folder).find((name) => name.endsWith('.whl'))
  const version = /^yt_dlp-([\d.]+)-/.exec(wheel ?? '')?.[1]
  if (!wheel || !version) return 'pip downloaded no yt-dlp'
  const sha256 = createHash('sha256')
    .update(fs.readFileSync(path.join(folder, wheel)))
    .digest('hex')
  const requirements = path.join(work, 'newest.txt')
  fs.writeFileSync(requirements, `yt-dlp==${version} --hash=sha256:${sha256}\n`)
  const args = ['install', '-vv', '--require-hashes', '--target', lib, '--requirement', requirements]
  const { code, output } = await runPip(python, args)
  if (code !== 0) return failureOf('pip', output)
  // "Checked 1 links for project 'yt-dlp' against 1 hashes (1 matches, 0 no digest): …"
  return /^\s*Checked .*\([1-9]\d* matches, /m.test(output)
    ? null
    : `pip: the index states no SHA-256 for yt-dlp ${version}, so it is not used`
}

/**
 * From Debian's newest packages, since those of its releases are too old: with a configuration of apt of its own, so that
 * the system's package lists and sources stay as they are.
 * @type {YtDlpSource}
 */
async function fromDebian({ lib, work }) {
  if (!findProgram(['apt-get']) || !findProgram(['dpkg-deb'])) return 'there is no apt-get'
  const mirror = await debianMirror()
  if (!mirror || !fs.existsSync(KEYRING)) return 'apt-get fetches nothing from Debian here'
  const env = toolEnv({ APT_CONFIG: await writeAptConfig(work, mirror) })
  const options = { timeoutMs: APT_TIMEOUT_MS, cwd: work, env }
  for (const args of [['update'], ['download', 'yt-dlp']]) {
    const { code, output } = await runBounded('apt-get', ['--quiet', ...args], options)
    if (code !== 0) return failureOf('apt-get', output)
  }
  const deb = fs.readdirSync(work).find((name) => name.endsWith('.deb'))
  if (!deb) return 'apt-get downloaded nothing'
  const { code, output } = await runBounded('dpkg-deb', ['-x', path.join(work, deb), path.join(work, 'deb')], options)
  if (code !== 0) return failureOf('dpkg-deb', output)
  fs.renameSync(path.join(work, 'deb/usr/lib/python3/dist-packages'), lib)
  return null
}

/**
 * The ways, in the order in which they are tried. `afterPinned`: only once the pinned release came and was right. An index that
 * gives other bytes for it is not asked for anything else.
 * @type {{ fetch: YtDlpSource, afterPinned: boolean }[]}
 */
export const YT_DLP_SOURCES = [
  { fetch: pinnedFromPip, afterPinned: false },
  { fetch: newestFromPip, afterPinned: true },
  { fetch: fromDebian, afterPinned: false },
]

/** The address of Debian's archive that this system's own packages come from; null on other systems. */
async function debianMirror() {
  const args = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']
  const { code, output } = await runBounded('apt-get', args, { timeoutMs: 10_000 })
  return code === 0 ? (output.split('\n').find((uri) => /^\w+:\/\/\S+\/debian\/$/.test(uri)) ?? null) : null
}

/**
 * Of the system's configuration only how packages are fetched is kept, such as a proxy: no hooks and no pins.
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
