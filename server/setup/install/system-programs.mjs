import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findOnPath } from '../../../lib/core/programs/find-on-path.mjs'

/** Debian's own Python sees Debian's packages; another that comes first on PATH does not. */
const DEBIAN_PYTHON = '/usr/bin/python3'
const S3_API = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api/s3api.py'

/** The Python that OpenStack Swift, with its S3 API, is installed for; null where it is not. */
export function findSwift() {
  return fs.existsSync(DEBIAN_PYTHON) && fs.existsSync(S3_API) ? DEBIAN_PYTHON : null
}

/**
 * A program of the system that the service or its tests use.
 * @typedef {object} SystemProgram
 * @property {string} name
 * @property {string} use What can't be done without it.
 * @property {() => boolean} isThere
 * @property {Partial<Record<'apt' | 'dnf' | 'brew' | 'apk' | 'pacman', string>>} packages Per package manager, what to install.
 */

/** @param {...string} names */
const onPath =
  (...names) =>
  () =>
    findOnPath(names) !== null

/** @type {SystemProgram} */
const FFMPEG = {
  name: 'ffmpeg',
  use: 'reading audio and video',
  isThere: () => findOnPath(['ffmpeg']) !== null && findOnPath(['ffprobe']) !== null,
  packages: { apt: 'ffmpeg', dnf: 'ffmpeg-free', brew: 'ffmpeg', apk: 'ffmpeg', pacman: 'ffmpeg' },
}

/** @type {SystemProgram} */
const POCKETSPHINX = {
  name: 'pocketsphinx',
  use: 'offline speech-to-text',
  isThere: () => findOnPath(['pocketsphinx', 'pocketsphinx_continuous']) !== null && hasEnglishModel(),
  packages: { apt: 'pocketsphinx pocketsphinx-en-us', dnf: 'pocketsphinx', brew: 'cmu-pocketsphinx' },
}

/** @type {SystemProgram} */
const PYTHON = {
  name: 'python3',
  use: 'yt-dlp, which reads links to most platforms',
  isThere: () => Boolean(process.env.YTDLP_PATH) || findOnPath(['python3', 'python', 'yt-dlp']) !== null,
  packages: { apt: 'python3', dnf: 'python3', brew: 'python', apk: 'python3', pacman: 'python' },
}

/** @type {SystemProgram} */
const FLITE = {
  name: 'flite',
  use: 'the tests of speech-to-text',
  isThere: onPath('flite'),
  packages: { apt: 'flite', dnf: 'flite', brew: 'flite', apk: 'flite', pacman: 'flite' },
}

/** @type {SystemProgram} */
const ESPEAK = {
  name: 'espeak-ng',
  use: 'the tests of speech in other languages',
  isThere: onPath('espeak-ng'),
  packages: { apt: 'espeak-ng', dnf: 'espeak-ng', brew: 'espeak-ng', apk: 'espeak-ng', pacman: 'espeak-ng' },
}

/** @type {SystemProgram} */
const CHROMIUM = {
  name: 'chromium',
  use: 'the browser tests',
  isThere: () =>
    onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')() || hasPlaywrightBrowser(),
  packages: { apt: 'chromium', dnf: 'chromium', brew: '--cask chromium', apk: 'chromium', pacman: 'chromium' },
}

/**
 * Shows pages to the browser tests in a third of the processor time. What needs all of a browser uses the one above.
 * @type {SystemProgram}
 */
const HEADLESS_SHELL = {
  name: 'chromium-headless-shell',
  use: 'quicker browser tests',
  isThere: onPath('chromium-headless-shell'),
  packages: { apt: 'chromium-headless-shell' },
}

/**
 * 5 MB to download. Its servers are packages of their own, so nothing is started as a service of the system.
 * @type {SystemProgram}
 */
const SWIFT = {
  name: 'OpenStack Swift',
  use: "the tests of uploads against a bucket of somebody else's",
  isThere: () => findSwift() !== null,
  packages: { apt: 'python3-swift' },
}

/** The programs of the service. An operator who has chosen a speech service needs no offline engine. */
export const SERVICE_PROGRAMS =
  process.env.SPEECH_ENGINE === 'openai' ? [FFMPEG, PYTHON] : [FFMPEG, POCKETSPHINX, PYTHON]

export const TEST_PROGRAMS = [
  FFMPEG,
  POCKETSPHINX,
  PYTHON,
  FLITE,
  ESPEAK,
  CHROMIUM,
  ...(isDebian() ? [HEADLESS_SHELL] : []),
  ...(hasApt() ? [SWIFT] : []),
]

/** Debian itself, of whose packages its kin have some only. */
function isDebian() {
  const release = '/etc/os-release'
  return hasApt() && fs.existsSync(release) && /^ID=debian$/m.test(fs.readFileSync(release, 'utf8'))
}

/** Only Debian and its kin have Swift in a place that is looked at. */
function hasApt() {
  return findOnPath(['apt-get']) !== null
}

function hasEnglishModel() {
  const folders = ['/usr/share', '/usr/local/share', '/opt/homebrew/share']
  return folders.some((folder) => fs.existsSync(path.join(folder, 'pocketsphinx', 'model', 'en-us')))
}

function hasPlaywrightBrowser() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(os.homedir(), '.cache', 'ms-playwright'),
    path.join(os.homedir(), 'Library', 'Caches', 'ms-playwright'),
  ]
  return caches.some(
    (cache) => cache && fs.existsSync(cache) && fs.readdirSync(cache).some((name) => name.startsWith('chromium')),
  )
}
