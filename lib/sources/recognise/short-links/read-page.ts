import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { openUrl } from '@/lib/net/open-url'
import { responseProblem } from '@/lib/net/response-problem'
import { sourceOf } from '@/lib/platforms/site-sources'
import { recognise } from '../recognise'
import type { Recognised } from '../recognised'
import { readText } from './read-text'

const MAX_PAGE_BYTES = 2 * 1024 * 1024
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 10_000

type Page = Extract<Recognised, { kind: 'page' }>

/**
 * The recording that a page shows, such as the video that a YouTube clip is cut from. Throws `upstream_changed` when the page does not
 * tell, `upstream_blocked` on 403 and 429, and what `openUrl` throws.
 */
export async function readPage({ url, platform }: Page, signal: AbortSignal): Promise<Recognised> {
  const rules = sourceOf(platform)?.links
  const { status, headers, body } = await openUrl(url, {
    dispatcher: egressDispatcher(platform),
    ...(rules?.page && { headers: rules.page.headers }),
    signal,
    totalTimeoutMs: TIMEOUT_MS,
    maxBytes: MAX_UNPACKED_BYTES,
  })
  try {
    const problem = status === 403 ? new Problem('upstream_blocked') : responseProblem(status, headers)
    if (problem) throw problem
    const id = rules?.page?.videoId(await readText(body, MAX_PAGE_BYTES))
    const link = id && rules?.linkOf?.(id)
    if (!link) throw new Problem('upstream_changed')
    return recognise(link)
  } finally {
    body.destroy()
  }
}
