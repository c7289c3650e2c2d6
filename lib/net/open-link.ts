import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from './egress-dispatcher'
import { type OpenedUrl, type OpenUrlOptions, openUrl } from './open-url'
import { responseProblem } from './response-problem'

const USER_AGENT = 'Verbatim/0.1'
/** Hosts that refuse programs they do not know let podcast apps in. */
const SECOND_USER_AGENT = 'Mozilla/5.0 (compatible; Verbatim/0.1; like iTMS)'
const REFUSED = new Set([403, 406])

/** Answers to a program that a browser may not get: one that can pass for a browser may read on. */
const REFUSES_PROGRAMS = new Set([401, 403, 406, 429])

/** The problem of a server that refuses a link by its status; `url` is the address after all redirects. */
export class RefusedLink extends Problem {
  readonly url: URL
  /** Whether it may refuse this program alone, or for now; a link that is gone is gone for all. */
  readonly mayBeReadOtherwise: boolean

  constructor(
    { code, message, context, retryAfterSeconds }: Problem,
    { url, status }: Pick<OpenedUrl, 'url' | 'status'>,
  ) {
    super(code, { detail: message, context, ...(retryAfterSeconds !== null && { retryAfterSeconds }) })
    this.url = url
    this.mayBeReadOtherwise = status >= 500 || REFUSES_PROGRAMS.has(status)
  }
}

type Options = {
  signal: AbortSignal
  totalTimeoutMs: number
  /** The platform whose proxy is used; by default the general one. */
  platform?: string
  headers?: Readonly<Record<string, string>>
  /** By default as many as an upload may have. */
  maxBytes?: number | undefined
  stopAt?: OpenUrlOptions['stopAt']
}

/**
 * Opens a direct link through the guarded way out, once more under another name where the first is refused. Throws `blocked_url`, what
 * the network refuses with, and `RefusedLink` for what the server behind it does; the body ends with `file_too_large` past its limit.
 */
export async function openLink(url: string, { platform, headers, maxBytes, ...options }: Options): Promise<OpenedUrl> {
  const openAs = (userAgent: string) =>
    openUrl(url, {
      dispatcher: egressDispatcher(platform),
      headers: { 'user-agent': userAgent, accept: '*/*', ...headers },
      maxBytes: maxBytes ?? env().UPLOAD_MAX_BYTES,
      ...options,
    })
  let opened = await openAs(USER_AGENT)
  if (REFUSED.has(opened.status) && !headers?.['user-agent']) {
    opened.body.destroy()
    opened = await openAs(SECOND_USER_AGENT)
  }
  const problem = opened.leadsTo ? null : responseProblem(opened.status, opened.headers, opened.hadCredentials)
  if (problem) {
    opened.body.destroy()
    throw new RefusedLink(problem, opened)
  }
  return opened
}
