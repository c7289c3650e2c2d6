import { hostname } from 'node:os'
import { version } from '../package.json'

/** The name of this program, which the server shows among the connected devices. */
export function userAgent(): string {
  const host = hostname().replace(/[^\x21-\x7e]/g, '')
  return `Verbatim CLI ${version}${host ? ` on ${host}` : ''}`
}
