import fs from 'node:fs'
import path from 'node:path'
import { findOnPath } from '../../../../lib/core/programs/find-on-path.mjs'
import { currentCopy, IN_USE } from '../../../../lib/sources/yt-dlp/copies/copies.mjs'
import { projectRoot } from '../../project-root.mjs'
import { runBounded } from '../../run-bounded.mjs'

const DAY_MS = 24 * 3600 * 1000

/** Platforms change every few weeks: what is older than this is looked for anew. */
const PRIVATE_COPY_DAYS = 30
const OLDEST_ON_PATH_DAYS = 180

/** The folders of private copies: of the data folder in use, and of the default one, which tests share. */
export function ytDlpFolders() {
  const dataDirs = [process.env.VERBATIM_DATA || '.verbatim', '.verbatim']
  return [...new Set(dataDirs.map((dir) => path.resolve(projectRoot, dir, 'yt-dlp')))]
}

/**
 * Whether there is a yt-dlp that is good enough not to install one: the operator's, a private copy of the last weeks, or
 * one on PATH that is not too old for the platforms of today.
 * @param {readonly string[]} folders
 */
export async function hasYtDlp(folders) {
  if (process.env.YTDLP_PATH) return true
  if (folders.some((folder) => isFresh(currentCopy(folder)))) return true
  const onPath = findOnPath(['yt-dlp'])
  return onPath !== null && releasedDaysAgo(await versionOf(onPath)) < OLDEST_ON_PATH_DAYS
}

/**
 * The version that a yt-dlp reports, such as `2026.10.26`; null when it does not run.
 * @param {string} program
 */
export async function versionOf(program) {
  const { code, output } = await runBounded(program, ['--ignore-config', '--version'], { timeoutMs: 30_000 })
  return code === 0 ? (/\d{4}\.\d{1,2}\.\d{1,2}\S*/.exec(output)?.[0] ?? null) : null
}

/**
 * A version of yt-dlp is the day of its release.
 * @param {string | null} version
 */
export function releasedDaysAgo(version) {
  const [year, month, day] = (version ?? '').split('.').map((part) => Number.parseInt(part, 10))
  if (!year || !month || !day) return Number.POSITIVE_INFINITY
  return (Date.now() - Date.UTC(year, month - 1, day)) / DAY_MS
}

/**
 * Whether a copy was looked for in the last weeks. One of an older version of Verbatim, which has no extras, is not taken for
 * fresh.
 * @param {string | null} copy
 */
function isFresh(copy) {
  if (copy === null || !fs.existsSync(path.join(copy, IN_USE))) return false
  return ageDays(path.join(copy, 'yt-dlp')) < PRIVATE_COPY_DAYS
}

/** @param {string} file */
function ageDays(file) {
  const found = fs.statSync(file, { throwIfNoEntry: false })
  return found ? (Date.now() - found.mtimeMs) / DAY_MS : Number.POSITIVE_INFINITY
}
