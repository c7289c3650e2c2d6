import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { toProblemBody } from '@/lib/core/problem/problem-body'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { readBody } from '@/lib/net/open-url'
import { openResponse } from '@/lib/podcasts/fetch/open-response'
import { MAX_OPML_BYTES, MAX_SUBSCRIPTIONS } from '@/lib/podcasts/opml-contract'
import { decodeFeed } from '@/lib/podcasts/parse/decode-feed'
import type { Subscription, SubscriptionList } from '@/lib/podcasts/parse/opml'
import { notOpml, opmlTooLarge, parseSubscriptions } from '@/lib/podcasts/subscriptions'
import { resolveShortLink } from '@/lib/sources/recognise/short-links/resolve-short-link'
import { parseLang } from '@/lib/transcripts/parse-request'
import { withFieldContext } from '@/lib/transcripts/with-field-context'
import { type ImportRequest, importRequestSchema } from '../contract'
import { tooManyWaiting } from '../open-imports'
import { type NewImport, startImports, toNewImport } from '../start-import'
import type { StartedSubscriptions, SubscribedShow, SubscriptionsRequest } from './contract'

/**
 * Fetches the list of subscriptions at a pasted link. Throws what reading links throws, the problems of network and server,
 * `file_too_large` over 1 MB, and `unsupported_source` for anything else than OPML with feeds.
 */
async function fetchSubscriptions(link: string, signal: AbortSignal): Promise<SubscriptionList> {
  const found = await resolveShortLink(link, signal)
  if (found.kind !== 'link') throw notOpml()
  try {
    const opened = await openResponse(found.url.href, { signal, maxBytes: MAX_OPML_BYTES })
    const bytes = await readBody(opened, MAX_OPML_BYTES)
    return await parseSubscriptions(await decodeFeed(bytes, opened.headers.get('content-type')))
  } catch (error) {
    throw error instanceof Problem && error.code === 'file_too_large' ? opmlTooLarge() : error
  }
}

/** How much of a refused file its problem shows. */
const SHOWN_CHARACTERS = 100
/** The podcasts whose links are read before other requests get their turn. */
const PLANNED_AT_A_TIME = 5

async function readGiven(
  { opml, url }: Pick<SubscriptionsRequest, 'opml' | 'url'>,
  signal: AbortSignal,
): Promise<SubscriptionList> {
  const [text, link] = [opml?.trim() ?? '', url?.trim() ?? '']
  if (text !== '' && link !== '') {
    throw new Problem('conflicting_sources', {
      detail: 'Send exactly one of opml and url, not both.',
      context: { given: ['opml', 'url'] },
    })
  }
  if (text === '' && link === '') {
    throw new Problem('missing_source', {
      detail: 'Send exactly one of opml and url.',
      context: { accepted: ['opml', 'url'] },
    })
  }
  if (link !== '') return withFieldContext('url', link, () => fetchSubscriptions(link, signal))
  if (Buffer.byteLength(text) > MAX_OPML_BYTES) throw opmlTooLarge()
  return withFieldContext('opml', text.slice(0, SHOWN_CHARACTERS), () => parseSubscriptions([text]))
}

function refuseTooMany({ feeds: { length: count } }: SubscriptionList): void {
  if (count <= MAX_SUBSCRIPTIONS) return
  throw new Problem('file_too_large', {
    detail: `This OPML file lists ${count} podcasts. Up to ${MAX_SUBSCRIPTIONS} can be imported together: divide it, and send the parts.`,
    context: { subscriptions: count, max_subscriptions: MAX_SUBSCRIPTIONS },
  })
}

/** A podcast of the list with the import that it needs, or the problem for which there is none. */
type Planned = Subscription & ({ batch: NewImport } | { problem: Problem })

/** Plans the import of a podcast by its link alone. */
async function plan(actor: Actor, feed: Subscription, choice: Omit<ImportRequest, 'url'>): Promise<Planned> {
  try {
    const { success: isLink, data: url } = importRequestSchema.shape.url.safeParse(feed.url)
    if (!isLink) throw new Problem('invalid_url', { context: { field: 'url' } })
    return { ...feed, batch: { ...(await toNewImport(actor, { ...choice, url })), title: feed.title } }
  } catch (error) {
    if (error instanceof Problem) return { ...feed, problem: error }
    throw error
  }
}

function toShow(planned: Planned, ids: ReadonlyMap<string, string>): SubscribedShow {
  const { title } = planned
  const url = withoutCredentials(planned.url)
  const id = 'batch' in planned ? ids.get(planned.batch.runningKey) : undefined
  if (id !== undefined) return { url, title, batch_id: id, error: null }
  return { url, title, batch_id: null, error: toProblemBody('problem' in planned ? planned.problem : tooManyWaiting()) }
}

/**
 * Starts to import every podcast of a list of subscriptions, or finds the same import that is already running. Beyond those
 * that run at a time, imports wait. A podcast that can't be imported is returned with its problem.
 *
 * Throws, naming the field of the request, `missing_source`, `conflicting_sources`, `invalid_language`, `file_too_large` for
 * a file over 1 MB or of more than 500 podcasts, and what `fetchSubscriptions` and `parseSubscriptions` throw.
 */
export async function importSubscriptions(
  actor: Actor,
  { opml, url, ...choice }: SubscriptionsRequest,
  signal: AbortSignal,
): Promise<StartedSubscriptions> {
  if (choice.lang !== undefined) parseLang(choice.lang)
  const list = await readGiven({ opml, url }, signal)
  refuseTooMany(list)
  const planned: Planned[] = []
  for (const [at, feed] of list.feeds.entries()) {
    if (at % PLANNED_AT_A_TIME === 0) await nextTurn()
    planned.push(await plan(actor, feed, choice))
  }
  const batches = planned.flatMap((one) => ('batch' in one ? [one.batch] : []))
  const ids = await startImports(actor.userId, batches)
  return { title: list.title, imports: planned.map((one) => toShow(one, ids)) }
}
