import { version } from '../package.json'

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }

/** The name of this program and its system, which the server shows among the connected devices. */
export function userAgent(): string {
  return `verbatim-cli/${version} (${SYSTEMS[process.platform] ?? process.platform})`
}

/** A `fetch` that sends these parameters as a form: how OAuth's endpoints take them. */
export function withForm(parameters: Record<string, string>): typeof fetch {
  return (address, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', userAgent())
    return fetch(address, { ...init, headers, body: new URLSearchParams(parameters) })
  }
}
