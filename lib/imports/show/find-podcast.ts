import { Problem } from '@/lib/core/problem/problem'
import { webList } from '@/lib/platforms/web/links'
import type { PodcastTarget } from '@/lib/podcasts/feed'
import { fetchWholeFeed } from '@/lib/podcasts/fetch/fetch-whole-feed'
import { resolvePodcast } from '@/lib/podcasts/resolve-podcast'
import { nothingToImport, severalRecordings } from '@/lib/sources/recognise/link-problems'
import { listAround } from '@/lib/sources/recognise/recognise'
import type { ListLink, Recognised } from '@/lib/sources/recognise/recognised'
import { withTimeBudget } from '@/lib/transcripts/time-budget'
import { recogniseStored, resolveStored } from '../source/stored-link'

/** Feeds of many pages are read to their end; clients time out after 60 s. */
export const ANSWER_BUDGET_MS = 40_000

/** A list of videos. `pageProblem`: what is to be reported of a page of another site that yt-dlp does not know. */
type FoundList = ListLink & { pageProblem?: Problem }

export type FoundPodcast = Extract<PodcastTarget, { kind: 'show' | 'episode' | 'audio' }>

/** The problem of a link that leads to one video. */
function noPodcast(): Problem {
  return new Problem('unsupported_source', {
    detail: 'This is a video, not a podcast. Request its transcript instead.',
    context: { field: 'url' },
  })
}

/** Refuses the stored link of one recording by its text alone. Throws what `recognise` throws. */
export function refuseRecording(link: string): void {
  const found = recogniseStored(link)
  // Whether another site's link is a list, only reading it shows.
  const isOne = found.kind === 'recording' && found.ref.platform !== 'web'
  if (isOne && !listAround(link)) throw noPodcast()
}

function noPodcastButList(): Problem {
  return new Problem('unsupported_source', {
    detail: 'This is a list of videos, not a podcast. Import it, or paste the link of a show.',
    context: { field: 'url', importable: 'list' },
  })
}

async function readPodcast(
  link: Extract<Recognised, { kind: 'podcast' | 'link' }>,
  signal: AbortSignal,
): Promise<FoundPodcast | FoundList> {
  const source = link.kind === 'podcast' ? (link.service === 'apple' ? link : link.url) : link.url.href
  const target = await resolvePodcast(source, signal)
  if (target.kind === 'elsewhere') {
    const { found, pageProblem } = target
    const followed = await followRecognised(found, signal)
    // That a page has no recording is said in the words of an import.
    const isRefused = pageProblem !== null && pageProblem.code !== 'unsupported_source'
    return followed.kind === 'list' && isRefused ? { ...followed, pageProblem } : followed
  }
  if (target.kind === 'several') throw severalRecordings(target.urls)
  if (target.kind === 'other') throw nothingToImport()
  return target.kind === 'show' ? { ...target, feed: await fetchWholeFeed(target, signal) } : target
}

async function followRecognised(found: Recognised, signal: AbortSignal): Promise<FoundPodcast | FoundList> {
  switch (found.kind) {
    case 'list':
      return found
    case 'podcast':
    case 'link':
      return readPodcast(found, signal)
    case 'short':
    case 'page':
      return followImportLink(found.url, signal)
    case 'recording':
      // Whether it is a list, only reading it shows.
      if (found.ref.platform === 'web') return webList(found.ref.url)
      throw noPodcast()
  }
}

/**
 * Resolves a stored link to what can be imported: a podcast, read to its end, or the link of a list of videos, which is
 * not read yet. Of a video in a playlist it is the playlist. Throws as `findPodcast` does.
 */
export async function followImportLink(link: string, signal: AbortSignal): Promise<FoundPodcast | FoundList> {
  const found = await resolveStored(link, signal)
  const list = found.kind === 'recording' ? listAround(link) : null
  return list ?? followRecognised(found, signal)
}

/**
 * Resolves a stored link: a show with all its episodes, an episode, or a recording. Throws `unsupported_source` for
 * what is no podcast, `upstream_timeout` when it takes longer than 40 s, and what reading links and feeds throws.
 */
export async function findPodcast(link: string, signal: AbortSignal): Promise<FoundPodcast> {
  const found = await withTimeBudget(ANSWER_BUDGET_MS, signal, (budget) =>
    budget.spend((left) => followImportLink(link, left)),
  )
  if (!found) throw new Problem('upstream_timeout')
  if (found.kind === 'list') throw found.pageProblem ?? noPodcastButList()
  return found
}
