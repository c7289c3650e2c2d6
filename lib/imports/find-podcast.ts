import { Problem } from '@/lib/platform/problem'
import { fetchWholeFeed } from '@/lib/podcasts/fetch-whole-feed'
import { type PodcastTarget, resolvePodcast } from '@/lib/podcasts/resolve-podcast'
import { resolveShortLink } from '@/lib/sources/resolve-short-link'
import { withTimeBudget } from '@/lib/transcripts/time-budget'

/** Feeds of many pages are read to their end; clients time out after 60 s. */
const ANSWER_BUDGET_MS = 40_000

export type FoundPodcast = Exclude<PodcastTarget, { kind: 'other' }>

/** The problem of a link that is no podcast. */
export function noPodcast(): Problem {
  return new Problem('unsupported_source', {
    detail: 'This is a video, not a podcast. Ask for its transcript instead.',
    context: { field: 'url' },
  })
}

async function followLink(link: string, signal: AbortSignal): Promise<PodcastTarget> {
  const found = await resolveShortLink(link, signal)
  switch (found.kind) {
    case 'podcast':
      return resolvePodcast(found.service === 'apple' ? found : found.url, signal)
    case 'link':
      return resolvePodcast(found.url.href, signal)
    case 'recording':
    case 'short':
    case 'page':
      throw noPodcast()
  }
}

async function find(link: string, signal: AbortSignal): Promise<FoundPodcast> {
  const target = await followLink(link, signal)
  if (target.kind === 'other') {
    throw new Problem('unsupported_source', {
      detail:
        "There is no podcast at this link. Paste the show's RSS feed, an Apple Podcasts link or an episode's page.",
    })
  }
  return target.kind === 'show' ? { ...target, feed: await fetchWholeFeed(target, signal) } : target
}

/**
 * Resolves a pasted link: a show with all its episodes, an episode, or a recording. Throws `unsupported_source` for
 * what is no podcast, `upstream_timeout` when it takes too long (40 s by default), and what reading links and feeds
 * throws.
 */
export async function findPodcast(
  link: string,
  signal: AbortSignal,
  budgetMs = ANSWER_BUDGET_MS,
): Promise<FoundPodcast> {
  const found = await withTimeBudget(budgetMs, signal, (budget) => budget.spend((left) => find(link, left)))
  if (!found) throw new Problem('upstream_timeout')
  return found
}
