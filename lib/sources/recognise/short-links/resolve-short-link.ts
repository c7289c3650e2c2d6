import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Deadline } from '@/lib/core/concurrency/start-deadline'
import { parseJson } from '@/lib/core/parse-json'
import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { startUpstreamDeadline } from '@/lib/net/network-problem'
import { openUrl } from '@/lib/net/open-url'
import { responseProblem } from '@/lib/net/response-problem'
import { sourceOf } from '@/lib/platforms/site-sources'
import { checkSwitchedOn } from '../../check-switched-on'
import { recall, remember } from '../../memory/source-memory'
import { recognise } from '../recognise'
import { knownLink, recogniseTarget } from '../recognise-target'
import type { Recognised } from '../recognised'
import { findLeads, type Lead } from './find-leads'
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
async function readPage(page: Page, signal: AbortSignal): Promise<Recognised> {
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

const MAX_HOPS = 5
const TOTAL_TIMEOUT_MS = 15_000

function isEnd({ kind }: Recognised): boolean {
  return kind === 'recording' || kind === 'list' || kind === 'podcast'
}

function recogniseOwn(link: URL): Recognised | null {
  const found = knownLink(link)
  return found && isEnd(found) ? found : null
}

function firstMeant(leads: readonly Lead[]): Recognised | null {
  for (const { link, sure } of leads) {
    const found = sure ? recogniseTarget(link) : recogniseOwn(link)
    if (found) return found
  }
  return null
}

/** `isLasting`: the link leads there for ever. */
type Followed = { found: Recognised; isLasting: boolean }

async function follow(start: Recognised, deadline: Deadline): Promise<Followed> {
  const seen = new Set<string>()
  for (let hop = start; ; ) {
    if (hop.kind === 'page') return { found: await readPage(hop, deadline.signal), isLasting: !hop.showsNewest }
    if (hop.kind !== 'short' && hop.kind !== 'link') return { found: hop, isLasting: true }
    const url = new URL(hop.url)
    if (seen.has(url.href) || seen.size === MAX_HOPS) {
      throw new Problem('upstream_changed', {
        detail: 'This short link redirects too many times. Paste the final link.',
      })
    }
    seen.add(url.href)
    const platform = hop.kind === 'short' ? (hop.platform ?? undefined) : undefined
    const next = firstMeant(await findLeads({ url, platform, isShort: hop.kind === 'short' }, deadline))
    if (next === null && hop.kind === 'link') return { found: hop, isLasting: true }
    if (next === null) throw new Problem('source_not_found')
    hop = next
  }
}

const REMEMBERED_MS = 30 * 24 * 3600 * 1000

const valueSchema = z.object({ url: z.url() })

/** By the whole link: what a site makes of a parameter is its own affair. */
function keyOf(link: string): string {
  const url = new URL(link)
  url.hash = ''
  return `short:${createHash('sha256').update(url.href).digest('hex')}`
}

/** The link to remember for what was found, or null for what must not be: secrets, and links that may expire. */
function memorable(found: Recognised): string | null {
  if (found.kind === 'podcast') return found.url
  if (found.kind === 'list') return /\bs-\w|token/.test(found.url) ? null : found.url
  return found.kind === 'recording' && found.ref.accessKey === '' ? found.ref.openUrl : null
}

/** The remembered target of a short link, or null. */
async function recallShortLink(link: string): Promise<Recognised | null> {
  const value = await recall(keyOf(link), valueSchema)
  if (!value) return null
  try {
    return recognise(new URL(value.url))
  } catch (error) {
    // Remembered by rules that have changed since.
    if (error instanceof Problem) return null
    throw error
  }
}

/** Remembers for 30 days what a short link leads to. */
async function rememberShortLink(link: string, found: Recognised): Promise<void> {
  const url = memorable(found)
  if (url !== null) await remember(keyOf(link), { url }, REMEMBERED_MS)
}

/**
 * Resolves a short link, or a page that must be read, to a recording, a podcast, or any other link, which is not
 * opened. Follows at most five hops, each judged and recognised anew. Any other link is recognised immediately.
 * Remembers recordings and podcasts for 30 days, except those that only the whole link opens and the newest of several.
 *
 * Throws what `recognise` throws for the link and its hops, and Problem `source_not_found` for a link that leads
 * nowhere, `source_login_required` for one that leads to a sign-in, `upstream_blocked` when it is refused,
 * `upstream_changed` for a circle, too many hops or a page without a target, and `upstream_timeout`. An abort throws
 * the caller's reason.
 */
export async function resolveShortLink(link: string, signal: AbortSignal): Promise<Recognised> {
  const start = recognise(link)
  if (start.kind !== 'short' && start.kind !== 'page') return start
  const remembered = await recallShortLink(start.url)
  if (remembered) return remembered
  const deadline = startUpstreamDeadline(TOTAL_TIMEOUT_MS, signal)
  try {
    const { found, isLasting } = await follow(start, deadline)
    if (isLasting) await rememberShortLink(start.url, found)
    return found
  } finally {
    deadline.stop()
  }
}
