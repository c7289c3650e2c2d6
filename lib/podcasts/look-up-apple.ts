import { z } from 'zod'
import { Problem } from '@/lib/core/problem/problem'
import { readBody } from '@/lib/net/open-url'
import { openResponse } from './fetch/open-response'
import { resolveUrl } from './parse/resolve-url'

/** A show in Apple's directory, or an episode of it. The ids are digits; `country` is the storefront, two letters. */
export type AppleId = { showId: string; episodeId: string | null; country: string | null }

/** An entry of Apple's directory. `episode` is null when none was requested or it is not among the latest. */
export type AppleEntry = {
  feedUrl: string
  episode: { guid: string | null; audioUrl: string | null } | null
}

const LOOKUP = 'https://itunes.apple.com/lookup'
const MAX_BYTES = 4 * 1024 * 1024
// The most that Apple returns.
const MAX_EPISODES = 200
const DIGITS = /^\d{1,20}$/

const text = z.string().optional().catch(undefined)
const number = z.number().optional().catch(undefined)
const schema = z.object({
  results: z
    .array(
      z.object({
        kind: text,
        trackId: number,
        feedUrl: text,
        episodeGuid: text,
        episodeUrl: text,
      }),
    )
    .max(1000),
})
type Results = z.infer<typeof schema>['results']

async function fetchResults(query: URLSearchParams, signal: AbortSignal): Promise<Results> {
  const headers = { accept: 'application/json' }
  const opened = await openResponse(`${LOOKUP}?${query}`, { signal, headers, maxBytes: MAX_BYTES })
  const body = Buffer.from(await readBody(opened, MAX_BYTES)).toString('utf8')
  try {
    return schema.parse(JSON.parse(body)).results
  } catch (cause) {
    throw new Problem('upstream_changed', { cause })
  }
}

function findEpisode(results: Results, episodeId: string): AppleEntry['episode'] {
  const found = results.find(({ trackId, kind }) => String(trackId) === episodeId && kind !== 'podcast')
  if (!found) return null
  return { guid: found.episodeGuid ?? null, audioUrl: resolveUrl(found.episodeUrl, LOOKUP) }
}

/**
 * Looks up the feed of a show in Apple's directory, and an episode among its latest 200. Throws `invalid_url` for malformed ids,
 * `source_not_found` when Apple doesn't know the show, `source_drm_protected` when it has no public feed, and `upstream_changed`
 * for a response that can't be parsed.
 * @see https://performance-partners.apple.com/search-api
 */
export async function lookUpApple({ showId, episodeId, country }: AppleId, signal: AbortSignal): Promise<AppleEntry> {
  if (!DIGITS.test(showId) || !DIGITS.test(episodeId ?? '0')) {
    throw new Problem('invalid_url', { context: { field: 'url' } })
  }
  const query = new URLSearchParams({ id: showId, ...(country === null ? {} : { country }) })
  if (episodeId !== null) {
    query.set('entity', 'podcastEpisode')
    query.set('limit', String(MAX_EPISODES))
  }
  const results = await fetchResults(query, signal)
  if (results.length === 0) {
    throw new Problem('source_not_found', {
      detail: "Apple Podcasts doesn't know this show. Check the link, or paste the show's RSS feed.",
    })
  }
  const show = results.find(({ feedUrl }) => feedUrl !== undefined)
  const feedUrl = resolveUrl(show?.feedUrl, LOOKUP)
  if (feedUrl === null) {
    throw new Problem('source_drm_protected', {
      detail:
        "Apple has no public feed of this show, so it can't be read here. Paste its RSS feed, or upload the file.",
    })
  }
  const episode = episodeId === null ? null : findEpisode(results, episodeId)
  return { feedUrl, episode }
}
