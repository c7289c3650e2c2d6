import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { openUrl } from '@/lib/net/open-url'
import { responseProblem } from '@/lib/net/response-problem'
import { recognise } from '../recognise'
import type { Recognised } from '../recognised'
import { youtubeVideoOf } from './page-targets'
import { readText } from './read-text'

const MAX_PAGE_BYTES = 2 * 1024 * 1024
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 10_000
/** Tells YouTube that its question about cookies has been answered, in Europe. */
const CONSENT = 'SOCS=CAI'

type Page = Extract<Recognised, { kind: 'page' }>

/**
 * The recording that a page shows: the video a YouTube clip is cut from. Throws `upstream_changed` when the page does not
 * tell, `upstream_blocked` on 403 and 429, and what `openUrl` throws.
 */
export async function readPage({ url, platform }: Page, signal: AbortSignal): Promise<Recognised> {
  const { status, headers, body } = await openUrl(url, {
    dispatcher: egressDispatcher(platform),
    headers: { cookie: CONSENT, 'accept-language': 'en' },
    signal,
    totalTimeoutMs: TIMEOUT_MS,
    maxBytes: MAX_UNPACKED_BYTES,
  })
  try {
    const problem = status === 403 ? new Problem('upstream_blocked') : responseProblem(status, headers)
    if (problem) throw problem
    const id = youtubeVideoOf(await readText(body, MAX_PAGE_BYTES))
    if (id === null) throw new Problem('upstream_changed')
    return recognise(`https://www.youtube.com/watch?v=${id}`)
  } finally {
    body.destroy()
  }
}
