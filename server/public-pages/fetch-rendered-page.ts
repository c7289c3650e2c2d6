import { randomBytes, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { env } from '@/lib/core/env'

/** The address on which this process listens. */
export type Renderer = { port: number; address: string }

/** A page as Next rendered it for this process. */
export type RenderedPage = { html: string; headers: Readonly<Record<string, string>> }

/** The headers with a single value. */
export function plainHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/** Next streams the title of a page of `app` after its head, but puts it into the head for robots that it knows by name. */
const AGENT = 'Verbatim (as Bingbot)'

function requestPage({ port, address }: Renderer, path: string, cookie: string): Promise<http.IncomingMessage> {
  const headers = { host: new URL(env().baseUrl).host, cookie, 'user-agent': AGENT, ...OWN_HEADERS }
  return new Promise((resolve, reject) => {
    http.get({ host: address, port, path, headers, agent: false }, resolve).on('error', reject)
  })
}

/** Requests a page of Next's from this process itself, with these cookies. Null when there is no such page. */
export async function fetchRenderedPage(
  renderer: Renderer,
  path: string,
  cookie: string,
): Promise<RenderedPage | null> {
  const response = await requestPage(renderer, path, cookie)
  const html = await text(response)
  return response.statusCode === 200 ? { html, headers: plainHeaders(response.headers) } : null
}

const HEADER = 'x-verbatim-page-renderer'

/** Only this process knows it. */
const SECRET = randomBytes(32).toString('base64url')

/** The headers of this process's own request for a page. */
export const OWN_HEADERS: Readonly<Record<string, string>> = { [HEADER]: SECRET }

/** Whether a request comes from this process itself, which will cache the page. */
export function isOwnRequest({ headers }: Pick<http.IncomingMessage, 'headers'>): boolean {
  if (headers[HEADER] === undefined) return false
  const [given, own] = [Buffer.from(String(headers[HEADER])), Buffer.from(SECRET)]
  return given.length === own.length && timingSafeEqual(given, own)
}
