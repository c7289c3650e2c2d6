import type { Readable } from 'node:stream'
import { request } from 'undici'
import { env } from '@/lib/core/env'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { decodeBody } from '@/lib/net/decode-body'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { networkProblem } from '@/lib/net/network-problem'
import { openUrl } from '@/lib/net/open-url'
import type { ModelFile, SpeechModel } from './manifest'

/** A source of a model's file. `isMirror`: the operator's own, from `MODELS_BASE_URL`. */
export type ModelSource = { url: URL; isMirror: boolean }

type Range = {
  offset: number
  maxBytes: number
  /** The longest silence of a mirror, before its answer and within it; 30 s by default. */
  silenceMs?: number | undefined
  signal: AbortSignal
}

/** Headers as the server sent them; the body fails with Problems. */
export type OpenedFile = {
  status: number
  contentLength: string | null
  contentRange: string | null
  retryAfter: string | null
  body: Readable
}

const DEFAULT_BASE = 'https://huggingface.co'
const SILENCE_MS = 30_000
const LONGEST_MS = 24 * 3600_000
const MAX_REDIRECTS = 5
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
  return { status, contentLength, contentRange, retryAfter: headers.get('retry-after'), body }
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null)

/**
 * The operator's own mirror may well be on this machine or beside it, where the guard lets nothing through, so it is
 * asked directly. Where it redirects to is not the operator's word any more: another origin is opened by the guard.
 */
async function openMirror(first: URL, range: Range): Promise<OpenedFile> {
  const { silenceMs = SILENCE_MS } = range
  let url = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const { statusCode, headers, body } = await request(url, {
      headers: headersOf(range),
      signal: range.signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    })
    const location = REDIRECTS.includes(statusCode) ? textOf(headers.location) : null
    if (location === null) {
      return {
        status: statusCode,
        contentLength: textOf(headers['content-length']),
        contentRange: textOf(headers['content-range']),
        retryAfter: textOf(headers['retry-after']),
        body: decodeBody(body, { encoding: '', maxBytes: range.maxBytes, onClose: () => undefined }),
      }
    }
    // Destroying a redirect's body emits its abort as an error, which carries no information.
    body.on('error', () => undefined).destroy()
    const next = parseUrl(location, url)
    if (!next) break
    url = next
    if (url.origin !== first.origin) return openGuarded(url, range)
  }
  throw new Problem('upstream_changed', { detail: `${first.host} redirects to nowhere. Check MODELS_BASE_URL.` })
}

/**
 * The places that have a file of a model, in the order they are tried: the operator's mirrors alone where
 * `MODELS_BASE_URL` names some, else Hugging Face and then whatever mirrors the model's list names for the file.
 */
export function modelSources({ address }: SpeechModel, file: ModelFile): ModelSource[] {
  const below = (base: string) => new URL(`${base.replace(/(?<!\/)\/+$/, '')}/${address}/${file.path}`)
  const own = env().MODELS_BASE_URL
  if (own.length > 0) return own.map((base) => ({ url: below(base), isMirror: true }))
  const others = (file.mirrors ?? []).map((mirror) => new URL(mirror))
  return [below(DEFAULT_BASE), ...others].map((url) => ({ url, isMirror: false }))
}

/** The network's problem in words for the operator, whose link it is not. */
function inWords(error: unknown, { url: { host } }: ModelSource): unknown {
  const problem = networkProblem(error)
  if (!problem) return error
  const detail =
    problem.code === 'blocked_url' || problem.code === 'invalid_url'
      ? `${host} redirects to an address that is not opened. Check MODELS_BASE_URL.`
      : `${host} can't be reached: check the network and EGRESS_PROXY_URL, or set MODELS_BASE_URL to a mirror.`
  // A name that is not known may be known once there is a network.
  const code = problem.code === 'source_not_found' ? 'upstream_timeout' : problem.code
  return new Problem(code, { detail, cause: error })
}

/**
 * Opens a file of a model at a source from `offset` on: at a mirror of the operator's directly, else by the guarded way
 * out. Every HTTP status is an answer. Throws Problems as `openUrl` does, and the signal's reason.
 */
export async function openModelFile(source: ModelSource, range: Range): Promise<OpenedFile> {
  try {
    return await (source.isMirror ? openMirror(source.url, range) : openGuarded(source.url, range))
  } catch (error) {
    range.signal.throwIfAborted()
    throw inWords(error, source)
  }
}
