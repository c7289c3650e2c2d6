import { env } from '@/lib/core/env'
import { egressDispatcher } from './egress-dispatcher'
import { type OpenedUrl, type OpenUrlOptions, openUrl } from './open-url'
import { responseProblem } from './response-problem'

const USER_AGENT = 'Verbatim/0.1'

type Options = {
  signal: AbortSignal
  totalTimeoutMs: number
  /** The platform whose proxy is used; by default the general one. */
  platform?: string
  headers?: Readonly<Record<string, string>>
  stopAt?: OpenUrlOptions['stopAt']
}

/**
 * Opens a direct link through the guarded way out. Throws `blocked_url` and what the network or the server behind it
 * refuses with; the body ends with `file_too_large` past the size an upload may have.
 */
export async function openLink(url: string, { platform, headers, ...options }: Options): Promise<OpenedUrl> {
  const opened = await openUrl(url, {
    dispatcher: egressDispatcher(platform),
    headers: { 'user-agent': USER_AGENT, accept: '*/*', ...headers },
    maxBytes: env().UPLOAD_MAX_BYTES,
    ...options,
  })
  const problem = opened.leadsTo ? null : responseProblem(opened.status, opened.headers)
  if (problem) {
    opened.body.destroy()
    throw problem
  }
  return opened
}
