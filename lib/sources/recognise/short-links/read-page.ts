import { parseJson } from '@/lib/core/parse-json'
import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { openUrl } from '@/lib/net/open-url'
import { responseProblem } from '@/lib/net/response-problem'
import { sourceOf } from '@/lib/platforms/site-sources'
import { checkSwitchedOn } from '../../check-switched-on'
import { recognise } from '../recognise'
import type { Recognised } from '../recognised'
import { readText } from './read-text'

const MAX_PAGE_BYTES = 2 * 1024 * 1024
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 10_000

type Page = Extract<Recognised, { kind: 'page' }>
type Answer = { text: string; problem: Problem | null }

async function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  { platform }: Page,
  signal: AbortSignal,
): Promise<Answer> {
  const opened = await openUrl(url, {
    dispatcher: egressDispatcher(platform),
    headers,
    signal,
    totalTimeoutMs: TIMEOUT_MS,
    maxBytes: MAX_UNPACKED_BYTES,
  })
  try {
    const { status } = opened
    const problem = status === 403 ? new Problem('upstream_blocked') : responseProblem(status, opened.headers)
    return { text: await readText(opened.body, MAX_PAGE_BYTES), problem }
  } finally {
    opened.body.destroy()
  }
}

/**
 * The recording that a page shows, such as the video that a YouTube clip is cut from, or the latest of a Vimeo event. Throws
 * `upstream_changed` when the page does not tell, `upstream_blocked` on 403 and 429, `unsupported_source` for a platform that is
 * switched off, and what `openUrl` throws.
 */
export async function readPage(page: Page, signal: AbortSignal): Promise<Recognised> {
  checkSwitchedOn(page.platform)
  const rules = sourceOf(page.platform)?.links
  if (!rules?.page) throw new Problem('upstream_changed')
  if ('linkOn' in rules.page) {
    const link = await rules.page.linkOn(new URL(page.url), async (url, headers) => {
      const { text, problem } = await ask(url, headers, page, signal)
      return { json: parseJson(text), problem }
    })
    return recognise(link)
  }
  const { text, problem } = await ask(page.url, rules.page.headers, page, signal)
  if (problem) throw problem
  const id = rules.page.videoId(text)
  const link = id && rules.linkOf?.(id)
  if (!link) throw new Problem('upstream_changed')
  return recognise(link)
}
