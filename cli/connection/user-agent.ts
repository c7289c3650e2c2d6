import { hostname } from 'node:os'
import { version } from '../package.json'

/** How this program names itself to the server, which shows it among the connected devices. */
export function userAgent(): string {
  const host = hostname().replace(/[^\x21-\x7e]/g, '')
  return `Verbatim CLI ${version}${host ? ` on ${host}` : ''}`
}
