import { homedir } from 'node:os'
import path from 'node:path'

/**
 * Where this system keeps a program's settings: `XDG_CONFIG_HOME` where it is set (a relative one is to be ignored), else
 * `%APPDATA%`, `~/Library/Application Support` or `~/.config`.
 */
export function configFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { join, isAbsolute } = platform === 'win32' ? path.win32 : path.posix
  const home = env.HOME || env.USERPROFILE || homedir()
  if (env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)) return join(env.XDG_CONFIG_HOME, 'verbatim')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'verbatim')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'verbatim')
  return join(home, '.config', 'verbatim')
}
