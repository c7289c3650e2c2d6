import { mapSteps, runInSlices } from '@/lib/captions/parsing/steps'
import type { Db } from '@/lib/core/db/db'
import type { ImportBatch } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import type { Platform } from '@/lib/platforms/platforms'
import { type EpisodeMedia, toEpisodeMedia } from '@/lib/podcasts/episode-media'
import type { Episode } from '@/lib/podcasts/feed'
import { directLink } from '@/lib/sources/files/direct-link'
import { readList } from '@/lib/sources/lists/read-list'
import { MAX_LIST_ITEMS, type SourceList } from '@/lib/sources/lists/source-list'
import { orPageProblem } from '@/lib/sources/recognise/left-to-yt-dlp'
import { withTimeBudget } from '@/lib/transcripts/time-budget'
import { countNeeded, type ImportChoice } from '../choice/choose-items'
import { findKnownEpisodes, findKnownRecordings } from '../items/item-table'
import { type FoundPodcast, followImportLink } from '../show/find-podcast'

/** An episode or a video that can be imported. */
export type SourceItem = {
  guid: string
  title: string
  /** The URL of its audio; of a video, its link. */
  audioUrl: string
  publishedAt: Date | null
  durationMs: number | null
  /** Null when it is known only once the item is processed. */
  hasCaptions: boolean | null
  /** The id of the media, and its access key; for an address that is never opened null, and the problem. */
  videoId: string | null
  accessKey: string
  refusal: Problem | null
  /** The facts of an episode in its feed; null for a video. */
  episode: EpisodeMedia | null
}

/** The source of an import's items. `url` is the feed's address, or the list's. */
export type ImportSource = {
  kind: FoundPodcast['kind'] | 'list'
  platform: Platform
  url: string
  title: string | null
  items: SourceItem[]
  /** How many there are, where that is known; `isWhole`: these are all. */
  count: number | null
  isWhole: boolean
}

/** The media of an episode by the address of its sound. */
export function identify(audioUrl: string): Pick<SourceItem, 'videoId' | 'accessKey' | 'refusal'> {
  try {
    const { videoId, accessKey } = directLink(new URL(audioUrl))
    return { videoId, accessKey, refusal: null }
  } catch (error) {
    if (error instanceof Problem) return { videoId: null, accessKey: '', refusal: error }
    throw error
  }
}

function toSourceItem(guid: string, episode: EpisodeMedia): SourceItem {
  const { title, audioUrl, publishedAt, durationMs, transcripts } = episode
  const facts = { title, audioUrl, publishedAt, durationMs, hasCaptions: transcripts.length > 0 }
  return { guid, ...facts, ...identify(audioUrl), episode }
}

/** A recording without a feed, as an episode of which no more is known. */
export function episodeAlone(audioUrl: string): EpisodeMedia {
  const title = directLink(new URL(audioUrl)).title ?? new URL(audioUrl).hostname
  const unknown = { author: '', thumbnailUrl: null, publishedAt: null, durationMs: null, lang: null }
  return { ...unknown, title, kind: 'audio', transcripts: [], audioUrl, source: null }
}

function recordingAlone(audioUrl: string): SourceItem {
  return { ...toSourceItem(withoutCredentials(audioUrl), episodeAlone(audioUrl)), hasCaptions: null }
}

export async function sourceOfPodcast(found: FoundPodcast): Promise<ImportSource> {
  const { kind } = found
  const whole = (url: string, title: string, items: SourceItem[]): ImportSource => {
    return { kind, platform: 'podcast', url, title, items, count: items.length, isWhole: true }
  }
  if (found.kind === 'audio') {
    const only = recordingAlone(found.audioUrl)
    return whole(found.audioUrl, only.title, [only])
  }
  const { feed, source } = found
  const toItem = (episode: Episode) => toSourceItem(episode.guid, toEpisodeMedia(episode, feed, source))
  const episodes = found.kind === 'show' ? feed.items : [found.episode]
  return whole(source.url, feed.title, await runInSlices(mapSteps(episodes, toItem)))
}

function sourceOfList({ platform, url, title, items, count, isWhole }: SourceList): ImportSource {
  return {
    kind: 'list',
    platform,
    url,
    title,
    items: items.map(({ id, title: name, url: link, publishedAt, durationMs }) => {
      const facts = { title: name, audioUrl: link, publishedAt, durationMs, hasCaptions: null }
      return { guid: id, ...facts, videoId: id, accessKey: '', refusal: null, episode: null }
    }),
    count,
    isWhole,
  }
}

async function find(link: string, choice: ImportChoice, signal: AbortSignal): Promise<ImportSource> {
  const found = await followImportLink(link, signal)
  if (found.kind !== 'list') return sourceOfPodcast(found)
  const needed = countNeeded(choice, found.isNewestFirst, MAX_LIST_ITEMS)
  return sourceOfList(await orPageProblem(found.pageProblem ?? null, () => readList(found, needed, signal)))
}

/**
 * Reads what a link leads to, as far as a choice of its items needs it: a show, a list of videos, an episode, or a
 * recording. Throws `upstream_timeout` when it takes longer than `budgetMs`, and what reading links, feeds and lists throws.
 */
export async function findImportSource(
  link: string,
  choice: ImportChoice,
  { signal, budgetMs }: { signal: AbortSignal; budgetMs: number },
): Promise<ImportSource> {
  const found = await withTimeBudget(budgetMs, signal, (budget) => budget.spend((left) => find(link, choice, left)))
  if (!found) throw new Problem('upstream_timeout')
  return found
}

/** Looks up which items a user has already; returns a function that gives the library item of one, or null. */
export async function findKnownItems(
  tx: Db,
  user: Pick<ImportBatch, 'userId' | 'lang'>,
  { platform, url, items }: Pick<ImportSource, 'platform' | 'url' | 'items'>,
): Promise<(item: SourceItem) => string | null> {
  const named = items.flatMap(({ videoId, accessKey }) => (videoId === null ? [] : [{ videoId, accessKey }]))
  const libraryItemOf = await findKnownRecordings(tx, { ...user, platform }, named)
  const guids = await findKnownEpisodes(tx, user, url)
  // A guid that several episodes share does not identify any of them.
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const { guid } of items) (seen.has(guid) ? shared : seen).add(guid)
  const byGuid = (guid: string) => (shared.has(guid) ? null : (guids.get(guid) ?? null))
  return ({ guid, videoId, accessKey }) => libraryItemOf({ videoId: videoId ?? '', accessKey }) ?? byGuid(guid)
}
