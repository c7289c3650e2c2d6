import http from 'node:http'
import { text } from 'node:stream/consumers'
import { env } from '@/lib/platform/env'
import { type CachedPage, toCachedPage } from './cached-page'
import { OWN_HEADERS } from './own-request'

/** Where this process is asked for pages. */
export type Maker = { port: number; address: string }

function plainHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function ask({ port, address }: Maker, path: string, cookie: string): Promise<http.IncomingMessage> {
  const headers = { host: new URL(env().baseUrl).host, cookie, ...OWN_HEADERS }
  return new Promise((resolve, reject) => {
    http.get({ host: address, port, path, headers, agent: false }, resolve).on('error', reject)
  })
}

/**
 * Has Next make a page, for nobody in particular: of all cookies it sees the theme's only, so nothing of whoever asks is in
 * it. Null when there is none.
 */
export async function makePage(maker: Maker, path: string, cookie: string): Promise<CachedPage | null> {
  const answer = await ask(maker, path, cookie)
  const html = await text(answer)
  return answer.statusCode === 200 ? toCachedPage(html, plainHeaders(answer.headers)) : null
}
