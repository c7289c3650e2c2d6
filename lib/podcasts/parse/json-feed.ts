import { z } from 'zod'
import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import type { Steps } from '@/lib/captions/parsing/steps'
import { parseJson } from '@/lib/core/parse-json'
import { type Episode, episodeKey, type Feed, MAX_EPISODES } from '../feed'
import { type EpisodeParts, makeEpisode } from './make-episode'
import { plainText } from './plain-text'
import { resolveUrl } from './resolve-url'

const text = z.string().optional().catch(undefined)
const number = z.number().optional().catch(undefined)
const list = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).default([]).catch([])
const author = z.object({ name: text }).catch({})

const schema = z.object({
  version: z.string().includes('jsonfeed.org/version/'),
  title: text,
  home_page_url: text,
  icon: text,
  language: text,
  feed_url: text,
  next_url: text,
  author: author.optional(),
  authors: list(author),
  hubs: list(z.object({ type: text, url: text }).catch({})),
  items: list(z.unknown()),
})
const itemSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
  url: text,
  title: text,
  image: text,
  date_published: text,
  attachments: list(z.object({ url: text, mime_type: text, duration_in_seconds: number }).catch({})),
})
type JsonItem = z.infer<typeof itemSchema>

function itemParts(item: JsonItem, base: string): EpisodeParts {
  return {
    guid: item.id,
    title: { text: item.title ?? '', kind: 'text' },
    media: item.attachments.map(({ url, mime_type, duration_in_seconds }) => {
      return { url, base, type: mime_type, duration: duration_in_seconds?.toString(), hint: null }
    }),
    publishedAt: item.date_published,
    duration: undefined,
    link: { url: item.url, base },
    image: { url: item.image, base },
    // JSON Feed 1.1 has no transcripts.
    transcripts: [],
  }
}

/**
 * Parses a JSON Feed in small steps, except for the JSON itself. Null when it is none.
 * @see https://www.jsonfeed.org/version/1.1/
 */
export function* jsonFeedSteps(json: string, url: string): Steps<Feed | null> {
  const parsed = schema.safeParse(parseJson(json))
  if (!parsed.success) return null
  const feed = parsed.data
  const episodes = new Map<string, Episode>()
  for (const given of feed.items.slice(0, MAX_EPISODES)) {
    const item = itemSchema.safeParse(given)
    const episode = item.success ? makeEpisode(itemParts(item.data, url)) : null
    const key = episode && episodeKey(episode)
    if (key && !episodes.has(key)) episodes.set(key, episode)
    yield
  }
  const hubUrl = resolveUrl(feed.hubs.find(({ type }) => type?.toLowerCase() === 'websub')?.url, url)
  return {
    title: plainText(feed.title, 'text') ?? new URL(url).hostname,
    link: resolveUrl(feed.home_page_url, url),
    imageUrl: resolveUrl(feed.icon, url),
    author: plainText(feed.authors[0]?.name ?? feed.author?.name, 'text'),
    language: canonicalLanguage(feed.language),
    nextPageUrl: resolveUrl(feed.next_url, url),
    movedTo: null,
    ...(hubUrl ? { hub: { url: hubUrl, topic: resolveUrl(feed.feed_url, url) ?? url } } : {}),
    items: [...episodes.values()],
  }
}
