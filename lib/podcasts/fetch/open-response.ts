import { env } from '@/lib/core/env'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { type OpenedUrl, type OpenUrlOptions, openUrl } from '@/lib/net/open-url'
import { responseProblem } from '@/lib/net/response-problem'

const TOTAL_TIMEOUT_MS = 20_000
const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/html;q=0.8, */*;q=0.7'

type Options = {
  signal: AbortSignal
  headers?: Record<string, string>
  maxBytes?: number
  stopAt?: OpenUrlOptions['stopAt']
}

/**
 * Requests an address of a podcast through the egress for podcasts: at most 20 s, and as many bytes as an upload may have unless
 * `maxBytes` says less. Throws what `openUrl` throws and the problem that the status means.
 */
export async function openResponse(
  url: string,
  { signal, headers = {}, maxBytes, stopAt }: Options,
): Promise<OpenedUrl> {
  const opened = await openUrl(url, {
    dispatcher: egressDispatcher('podcast'),
    headers: { accept: ACCEPT, 'user-agent': 'Verbatim/0.1', ...headers },
    maxBytes: maxBytes ?? env().UPLOAD_MAX_BYTES,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    signal,
    stopAt,
  })
  const problem = opened.leadsTo ? null : responseProblem(opened.status, opened.headers)
  if (problem) {
    opened.body.destroy()
    throw problem
  }
  return opened
}
