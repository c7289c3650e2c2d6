import type { Readable } from 'node:stream'
import { request } from 'undici'
import { decodeBody } from '@/lib/net/decode-body'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { networkProblem } from '@/lib/net/network-problem'
import { openUrl } from '@/lib/net/open-url'
import { env } from '@/lib/platform/env'
import { parseUrl } from '@/lib/platform/parse-url'
import { Problem } from '@/lib/platform/problem'

type Range = { offset: number; maxBytes: number; signal: AbortSignal }

/** `contentLength` and `contentRange` as the server said them; the body fails with Problems. */
export type OpenedFile = {
  status: number
  contentLength: string | null
  contentRange: string | null
  body: Readable
}

const DEFAULT_BASE = 'https://huggingface.co'
const SILENCE_MS = 30_000
const LONGEST_MS = 24 * 3600_000
const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/** Lengths and ranges count what is sent, so nothing may be compressed on the way. */
function headersOf({ offset }: Range): Record<string, string> {
  const headers = { 'accept-encoding': 'identity', 'user-agent': 'Verbatim' }
  return offset > 0 ? { ...headers, range: `bytes=${offset}-` } : headers
}

async function openGuarded(url: URL, range: Range): Promise<OpenedFile> {
  const { status, headers, body } = await openUrl(url, {
    dispatcher: egressDispatcher(),
    headers: headersOf(range),
    signal: range.signal,
    totalTimeoutMs: LONGEST_MS,
    maxBytes: range.maxBytes,
  })
  const [contentLength, contentRange] = [headers.get('content-length'), headers.get('content-range')]
  return { status, contentLength, contentRange, body }
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null)

/**
 * The operator's own mirror may well be on this machine or beside it, where the guard lets nothing through, so it is asked
 * directly. Where it redirects to is not the operator's word any more: another origin is opened by the guard.
 */
async function openMirror(first: URL, range: Range): Promise<OpenedFile> {
  let url = first
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const { statusCode, headers, body } = await request(url, {
      headers: headersOf(range),
      signal: range.signal,
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
    })
    const location = REDIRECTS.includes(statusCode) ? textOf(headers.location) : null
    if (location === null) {
      return {
        status: statusCode,
        contentLength: textOf(headers['content-length']),
        contentRange: textOf(headers['content-range']),
        body: decodeBody(body, { encoding: '', maxBytes: range.maxBytes, onClose: () => undefined }),
      }
    }
    // An abandoned redirect page reports its own abort, which tells nothing.
    body.on('error', () => undefined).destroy()
    const next = parseUrl(location, url)
    if (!next) break
    url = next
    if (url.origin !== first.origin) return openGuarded(url, range)
  }
  throw new Problem('upstream_changed', { detail: `${first.host} redirects to nowhere. Check MODELS_BASE_URL.` })
}

/** The host that models come from, for people. */
export function modelHost(): string {
  return new URL(env().MODELS_BASE_URL ?? DEFAULT_BASE).host
}

/** The network's problem in words for the operator, whose link it is not. */
function inWords(error: unknown): unknown {
  const problem = networkProblem(error)
  if (!problem) return error
  const host = modelHost()
  const detail =
    problem.code === 'blocked_url' || problem.code === 'invalid_url'
      ? `${host} redirects to an address that is not opened. Check MODELS_BASE_URL.`
      : `${host} can not be reached: check the network and EGRESS_PROXY_URL, or set MODELS_BASE_URL to a mirror.`
  return new Problem(problem.code, { detail, cause: error })
}

/**
 * Opens a file of a model from `offset` on: at `MODELS_BASE_URL` where it is set, else at Hugging Face by the guarded way
 * out. Every HTTP status is an answer. Throws Problems as `openUrl` does, and the signal's reason.
 */
export async function openModelFile(address: string, range: Range): Promise<OpenedFile> {
  const mirror = env().MODELS_BASE_URL
  const url = new URL(`${(mirror ?? DEFAULT_BASE).replace(/\/+$/, '')}/${address}`)
  try {
    return await (mirror ? openMirror(url, range) : openGuarded(url, range))
  } catch (error) {
    range.signal.throwIfAborted()
    throw inWords(error)
  }
}
