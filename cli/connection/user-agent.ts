import { version } from '../package.json'

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }

/** The name of this program and its system, which the server shows among the connected devices. */
export function userAgent(): string {
  return `verbatim-cli/${version} (${SYSTEMS[process.platform] ?? process.platform})`
}
