import { createHash } from 'node:crypto'
import { z } from 'zod'
import { formatShortClock } from '@/lib/captions/clock'
import { itemsEnd } from '@/lib/captions/layout/pages'
import { linkField, textField } from '@/lib/core/operations/text-field'
import { Problem } from '@/lib/core/problem/problem'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import type { FoundPodcast } from '@/lib/imports/show/find-podcast'
import { resolvePodcastFor } from '@/lib/imports/show/resolve-link'
import { defineTool } from '@/lib/mcp/tool'
import type { Episode, Feed } from '@/lib/podcasts/feed'

const MAX_EPISODES = 50

const input = z.object({
  url: linkField().describe('Link to a show, an episode or a feed: RSS, Apple Podcasts, or a page about them'),
  cursor: textField(200).optional().describe('next_cursor of an earlier response, sent with the same url'),
})

const showSchema = z.object({
  title: z.string(),
  author: z.string().nullable(),
  url: z.string().nullable(),
  feed_url: z.string(),
  language: z.string().nullable(),
  episodes_total: z.int(),
})

const episodeSchema = z.object({
  guid: z.string(),
  title: z.string(),
  audio_url: z.string(),
  url: z.string().nullable(),
  published: z.string().nullable(),
  duration: z.string().nullable().describe('As H:MM:SS or M:SS'),
})

const output = z.object({
  kind: z.enum(['show', 'episode', 'audio']),
  show: showSchema.nullable(),
  episodes: z.array(episodeSchema),
  audio_url: z.string().nullable().describe('For an episode or a single recording'),
  next_cursor: z.string().nullable(),
})
type Answer = z.infer<typeof output>

function toShow(feed: Feed, feedUrl: string): Answer['show'] {
  const { title, author, link, language, items } = feed
  return { title, author, url: link, feed_url: withoutCredentials(feedUrl), language, episodes_total: items.length }
}

function toEpisode({ guid, title, audioUrl, link, publishedAt, durationSeconds }: Episode): Answer['episodes'][number] {
  return {
    guid,
    title,
    audio_url: withoutCredentials(audioUrl),
    url: link,
    published: publishedAt?.toISOString() ?? null,
    duration: durationSeconds === null ? null : formatShortClock(durationSeconds * 1000),
  }
}

/** The cursor of the page after an episode. It names the episode and not its place, so that a new episode shifts nothing. */
function formatEpisodeCursor(guid: string): string {
  return createHash('sha256').update(guid).digest('base64url')
}

/** The episodes after the one that a cursor names; all of them without one. Throws `not_found` when it is not there. */
function episodesFrom(episodes: readonly Episode[], cursor: string | undefined): readonly Episode[] {
  if (!cursor) return episodes
  const at = episodes.findIndex(({ guid }) => formatEpisodeCursor(guid) === cursor.trim())
  if (at >= 0) return episodes.slice(at + 1)
  throw new Problem('not_found', {
    detail: 'This cursor is outdated. Request the feed again without a cursor.',
  })
}

function toAnswer(found: FoundPodcast, cursor: string | undefined): Answer {
  switch (found.kind) {
    case 'audio':
      return {
        kind: 'audio',
        show: null,
        episodes: [],
        audio_url: withoutCredentials(found.audioUrl),
        next_cursor: null,
      }
    case 'episode': {
      const episode = toEpisode(found.episode)
      const show = toShow(found.feed, found.source.url)
      return { kind: 'episode', show, episodes: [episode], audio_url: episode.audio_url, next_cursor: null }
    }
    case 'show': {
      const left = episodesFrom(found.feed.items, cursor).map(toEpisode)
      const episodes = left.slice(0, itemsEnd(left, 0, MAX_EPISODES))
      const last = episodes.length < left.length ? episodes.at(-1) : undefined
      const next_cursor = last ? formatEpisodeCursor(last.guid) : null
      return { kind: 'show', show: toShow(found.feed, found.source.url), episodes, audio_url: null, next_cursor }
    }
  }
}

function toText({ show, episodes, audio_url, next_cursor }: Answer): string {
  const lines = show ? [`${show.title}: ${show.episodes_total} episodes, feed ${show.feed_url}`] : [`${audio_url}`]
  for (const { title, published, duration, audio_url: audio } of episodes) {
    lines.push(`- ${[title, published?.slice(0, 10), duration].filter(Boolean).join(', ')}: ${audio}`)
  }
  if (next_cursor) lines.push(`There are more: call resolve_podcast with the same url and cursor "${next_cursor}".`)
  return lines.join('\n')
}

/** The target of a podcast link: a show with its episodes, one episode, or a recording. */
export const resolvePodcast = defineTool({
  name: 'resolve_podcast',
  title: 'Find the episodes of a podcast',
  description: `Find out what a podcast link leads to: a show with its episodes (${MAX_EPISODES} at a time, as the feed has them, usually the newest first), one episode, or a recording on its own. Pass audio_url of an episode to get_transcript as audio. Costs nothing and changes nothing.`,
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scopes: ['transcripts:read'],
  input,
  output,
  run: async ({ url, cursor }, { actor, signal }) => {
    const data = toAnswer(await resolvePodcastFor(actor, url, signal), cursor)
    return { texts: [toText(data)], data }
  },
})
