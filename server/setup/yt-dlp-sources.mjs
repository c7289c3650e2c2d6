import fs from 'node:fs'
import path from 'node:path'
import { findProgram } from './find-program.mjs'
import { runBounded } from './run-bounded.mjs'

/**
 * A way to get yt-dlp without being root: it puts Python's package `yt_dlp` into the folder `lib`, with `work` for
 * what it needs on the way. Gives null when done, or why it could not.
 * @typedef {(folders: { lib: string, work: string }, python: string) => Promise<string | null>} YtDlpSource
 */

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const PIP_TIMEOUT_MS = 90_000
const APT_TIMEOUT_MS = 180_000

/** @type {YtDlpSource} */
async function fromPip({ lib }, python) {
  const args = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--quiet', '--timeout', '5']
  const limits = ['--retries', '0', '--only-binary', ':all:', '--target', lib]
  const { code, output } = await runBounded(python, [...args, ...limits, 'yt-dlp'], { timeoutMs: PIP_TIMEOUT_MS })
  return code === 0 ? null : reason('pip', output)
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
  const env = { ...process.env, APT_CONFIG: await writeAptConfig(work, mirror) }
  const options = { timeoutMs: APT_TIMEOUT_MS, cwd: work, env }
  for (const args of [['update'], ['download', 'yt-dlp']]) {
    const { code, output } = await runBounded('apt-get', ['--quiet', ...args], options)
    if (code !== 0) return reason('apt-get', output)
  }
  const deb = fs.readdirSync(work).find((name) => name.endsWith('.deb'))
  if (!deb) return 'apt-get downloaded nothing'
  const { code, output } = await runBounded('dpkg-deb', ['-x', path.join(work, deb), path.join(work, 'deb')], options)
  if (code !== 0) return reason('dpkg-deb', output)
  fs.renameSync(path.join(work, 'deb/usr/lib/python3/dist-packages'), lib)
  return null
}

/** The ways, in the order in which they are tried. */
export const YT_DLP_SOURCES = [fromPip, fromDebian]

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

/**
 * @param {string} program
 * @param {string} output
 */
function reason(program, output) {
  const lines = output.trim().split('\n').filter(Boolean)
  return `${program}: ${lines.findLast((line) => /^E(?:RROR)?:/.test(line)) ?? lines.at(-1) ?? 'it failed'}`
}
