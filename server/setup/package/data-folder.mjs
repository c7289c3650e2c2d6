import fs from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { SetupError } from '../setup-error.mjs'

/**
 * Where this system keeps a program's data: `XDG_DATA_HOME` where it is set (a relative one is to be ignored), else
 * `%LOCALAPPDATA%`, `~/Library/Application Support` or `~/.local/share`. A package lies in npm's cache, which people clear.
 * @param {Readonly<Record<string, string | undefined>>} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function dataFolder(env = process.env, platform = process.platform) {
  const { join, isAbsolute } = platform === 'win32' ? path.win32 : path.posix
  const home = env.HOME || env.USERPROFILE || homedir()
  if (env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME)) return join(env.XDG_DATA_HOME, 'verbatim')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'verbatim', 'data')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'verbatim', 'data')
  return join(home, '.local', 'share', 'verbatim')
}

/**
 * Makes the data folder where there is none, for its user alone: it holds transcripts, accounts and secrets. The service itself lets
 * PostgreSQL's user through where that is another. A folder that is there keeps its mode.
 * @param {string} folder
 */
export function makeDataFolder(folder) {
  if (fs.existsSync(folder)) return
  try {
    fs.mkdirSync(path.dirname(folder), { recursive: true })
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SetupError(`The data folder can't be created: ${reason}. Set VERBATIM_DATA to another folder.`, { cause })
  }
}
