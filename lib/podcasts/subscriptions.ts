import { runInSlices } from '@/lib/captions/parsing/steps'
import { Problem } from '@/lib/core/problem/problem'
import { MAX_OPML_BYTES } from './opml-contract'
import { opmlSteps, type SubscriptionList } from './parse/opml'

/** The problem of a file or link that is no list of subscriptions. */
export function notOpml(): Problem {
  const detail =
    'This is not an OPML file. Export your subscriptions as OPML from your podcast app, and send that file.'
  return new Problem('unsupported_source', { detail, context: { field: 'url' } })
}

export function opmlTooLarge(): Problem {
  return new Problem('file_too_large', {
    detail: `An OPML file can have up to ${MAX_OPML_BYTES / 2 ** 20} MB. Divide it, and send the parts.`,
    context: { max_bytes: MAX_OPML_BYTES },
  })
}

/** The problem of a link to a list of subscriptions where one podcast is wanted. `context.importable` says how it can be imported. */
export function notOnePodcast({ feeds: { length: count } }: SubscriptionList): Problem {
  const subscriptions = count === 1 ? '1 podcast subscription' : `${count} podcast subscriptions`
  return new Problem('unsupported_source', {
    detail: `This is an OPML list of ${subscriptions}, not one podcast. Import it with POST /v1/import/subscriptions, or on the Imports page.`,
    context: { field: 'url', importable: 'subscriptions', subscriptions: count },
  })
}

/**
 * Parses a list of subscriptions. Yields to the event loop every few milliseconds; linear time. Throws `unsupported_source`
 * for what is no OPML, and for OPML without feeds.
 */
export async function parseSubscriptions(texts: Iterable<string>): Promise<SubscriptionList> {
  const list = await runInSlices(opmlSteps(texts))
  if (list === null) throw notOpml()
  if (list.feeds.length > 0) return list
  const detail = 'This OPML file lists no podcast feeds. Export your subscriptions from your podcast app again.'
  throw new Problem('unsupported_source', { detail, context: { field: 'url' } })
}
