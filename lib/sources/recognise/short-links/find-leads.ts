import type { Readable } from 'node:stream'
import type { Deadline } from '@/lib/core/concurrency/start-deadline'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { decodeBody } from '@/lib/net/decode-body'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { judgeUrl } from '@/lib/net/guard/judge-url'
import { nextRequest } from '@/lib/net/next-request'
import { responseProblem } from '@/lib/net/response-problem'
import { toHeaders } from '@/lib/net/to-headers'
import { interstitialOf, onwardLink, pageTargets } from './page-targets'
import { readText } from './read-text'

const MAX_PAGE_BYTES = 256 * 1024
/** The bytes that one read may unpack to beyond the page's own limit. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 5_000
/** No browser's name: browsers are answered with pages that lead on by script. */
const HEADERS = { 'user-agent': 'Verbatim/0.1', accept: '*/*', 'accept-encoding': 'gzip, br' }
const HEAD_REFUSED = new Set([403, 405, 501])

/** A link that an answer leads to; `sure` when it sends its reader there, else it only names it as its own address. */
export type Lead = { link: URL; sure: boolean }

type Hop = { url: URL; platform: string | undefined; isShort: boolean }
type Answer = { status: number; headers: Headers; target: URL | null; body: Readable }

// Destroying a body emits its abort as an error, which carries no information.
function drop(body: Readable): void {
  body.on('error', () => undefined).destroy()
}

async function ask({ url, platform }: Hop, method: 'GET' | 'HEAD', deadline: Deadline): Promise<Answer> {
  const request = { url: judgeUrl(url), method, headers: HEADERS, body: null }
  const response = await deadline.race(
    egressDispatcher(platform).request({
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method,
      // A copy: undici's proxy agent writes a Host into what it is given.
      headers: { ...HEADERS },
      signal: deadline.signal,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    }),
  )
  const { statusCode: status, headers, body } = response
  try {
    const target = nextRequest(request, status, headers.location)?.url ?? null
    return { status, headers: toHeaders(headers), target, body }
  } catch (error) {
    drop(body)
    throw error
  }
}

function isFine({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** HEAD, and GET where HEAD is refused or leads no further: some short links redirect readers of pages only. */
async function fetchTwice(hop: Hop, deadline: Deadline): Promise<Answer> {
  const answer = await ask(hop, 'HEAD', deadline)
  const finished = answer.target !== null || !(HEAD_REFUSED.has(answer.status) || (hop.isShort && isFine(answer)))
  if (finished) return answer
  drop(answer.body)
  return ask(hop, 'GET', deadline)
}

function refusal({ status, headers }: Answer): Problem | null {
  return status === 403 ? new Problem('upstream_blocked') : responseProblem(status, headers)
}

function absolute(link: string, base: URL): URL[] {
  const url = parseUrl(link.replaceAll('&amp;', '&'), base)
  return url ? [url] : []
}

async function pageLeads({ headers, body }: Answer, base: URL): Promise<Lead[]> {
  const encoding = headers.get('content-encoding') ?? ''
  const decoded = decodeBody(body, { encoding, maxBytes: MAX_UNPACKED_BYTES, onClose: () => undefined })
  const html = await readText(decoded, MAX_PAGE_BYTES)
  const { refresh, own } = pageTargets(html)
  const interstitial = interstitialOf(base)
  const onward = interstitial && onwardLink(html, interstitial)
  const sure = [refresh, onward].flatMap((link) => (link ? [{ link, sure: true }] : []))
  const leads = [...sure, ...own.map((link) => ({ link, sure: false }))]
  return leads.flatMap(({ link, sure }) => absolute(link, base).map((known) => ({ link: known, sure })))
}

/**
 * Where one hop of a short link leads: to its redirect's target, which is judged, or to what its page names. Nothing when
 * any other link answers without a redirect. Throws `blocked_url` and `upstream_changed` for a bad target,
 * `source_not_found` for a short link that is gone, `upstream_blocked` on 403 and 429, and network failures as they come.
 */
export async function findLeads(hop: Hop, deadline: Deadline): Promise<Lead[]> {
  const answer = await fetchTwice(hop, deadline)
  try {
    if (answer.target !== null) return [{ link: answer.target, sure: true }]
    if (!hop.isShort) return []
    const problem = refusal(answer)
    if (problem) throw problem
    return await pageLeads(answer, hop.url)
  } finally {
    drop(answer.body)
  }
}
