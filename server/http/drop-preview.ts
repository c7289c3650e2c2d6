import type http from 'node:http'

const HEADERS = ['x-prerender-revalidate', 'x-prerender-revalidate-if-generated']
const COOKIES = new Set(['__prerender_bypass', '__next_preview_data'])

/**
 * Removes the headers and cookies that make Next re-render a page or show a draft. Their keys come from the build and
 * are readable in a published package; the service needs neither.
 */
export function dropPreview({ headers }: http.IncomingMessage): void {
  for (const name of HEADERS) delete headers[name]
  const { cookie } = headers
  if (cookie === undefined) return
  const pairs = cookie.split(';')
  const kept = pairs.filter((pair) => !COOKIES.has((pair.split('=', 1)[0] ?? '').trim()))
  if (kept.length === pairs.length) return
  headers.cookie = kept.join(';').trim()
}
