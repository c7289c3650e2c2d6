import { randomBytes, timingSafeEqual } from 'node:crypto'
import type http from 'node:http'

const HEADER = 'x-verbatim-page-maker'

/** Known to this process alone. */
const SECRET = randomBytes(32).toString('base64url')

/** What a request of our own for a page says of itself. */
export const OWN_HEADERS: Readonly<Record<string, string>> = { [HEADER]: SECRET }

/** Whether this process itself asks, to keep the page it is given. */
export function isOwnRequest({ headers }: Pick<http.IncomingMessage, 'headers'>): boolean {
  const [given, own] = [Buffer.from(String(headers[HEADER] ?? '')), Buffer.from(SECRET)]
  return given.length === own.length && timingSafeEqual(given, own)
}
