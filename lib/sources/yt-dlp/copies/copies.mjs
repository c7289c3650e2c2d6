import fs from 'node:fs'
import path from 'node:path'

/*
 * How the private copies of yt-dlp lie in the folder `yt-dlp` of the data folder:
 *   versions/2026.10.26/   a copy: the program `yt-dlp`, its packages in `lib`, and `in-use`, a file for each call under way
 *   current                a symbolic link to the copy that calls begin with
 *   passed-over            the newest release that was left by `use`: only newer ones are switched to
 *   checked                empty; its time is that of the last look for a newer release
 * Copies of older versions of Verbatim lie in the folder itself.
 */

/** The first release that knows `--js-runtimes`. */
export const FIRST_WITH_RUNTIMES = '2025.11.12'

/** The folder of a copy for the files of its running calls. */
export const IN_USE = 'in-use'

/** @param {string} folder */
export const versionsFolder = (folder) => path.join(folder, 'versions')

/** @param {string} folder */
export const currentLink = (folder) => path.join(folder, 'current')

/** @param {string} folder */
export const passedOverFile = (folder) => path.join(folder, 'passed-over')

/** @param {string} folder */
export const checkedFile = (folder) => path.join(folder, 'checked')

/**
 * The folder of the copy in use, without links: a switch does not change where it leads. Null where there is none.
 * @param {string} folder
 */
export function currentCopy(folder) {
  for (const copy of [currentLink(folder), folder]) {
    const program = fs.statSync(path.join(copy, 'yt-dlp'), { throwIfNoEntry: false })
    if (program?.isFile()) return fs.realpathSync(copy)
  }
  return null
}

/**
 * The names of the copies, the one that was switched to last first.
 * @param {string} folder
 */
export function listCopies(folder) {
  const versions = versionsFolder(folder)
  const switchedAt = (/** @type {string} */ name) =>
    fs.statSync(path.join(versions, name, 'yt-dlp'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const names = fs.existsSync(versions) ? fs.readdirSync(versions) : []
  return names.sort((a, b) => switchedAt(b) - switchedAt(a))
}

/**
 * The release that a copy is, as its package says, such as `2026.10.26`; null where it says none.
 * @param {string} copy
 */
export function releaseOf(copy) {
  return packagesOf(copy).get('yt_dlp') ?? null
}

/**
 * The packages in a copy and their releases.
 * @param {string} copy
 * @returns {Map<string, string>}
 */
export function packagesOf(copy) {
  const lib = path.join(copy, 'lib')
  const names = fs.existsSync(lib) ? fs.readdirSync(lib) : []
  return new Map(
    names.flatMap((name) => {
      const [, found, release] = /^(.+?)-([^-]+)\.dist-info$/.exec(name) ?? []
      return found && release ? [[found.toLowerCase(), release]] : []
    }),
  )
}

/**
 * Which of two releases is the newer, for sorting; both are days such as `2026.10.26`, perhaps with a number behind.
 * @param {string} one
 * @param {string} other
 */
export function compareReleases(one, other) {
  const [left, right] = [one, other].map((release) => release.split('.').map((part) => Number.parseInt(part, 10) || 0))
  for (let at = 0; at < 4; at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
