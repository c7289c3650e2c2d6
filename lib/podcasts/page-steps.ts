import { type Handler, Parser } from 'htmlparser2'
import type { Steps } from '@/lib/captions/run-steps'
import type { Page } from './page'
import { parseJsonLd } from './parse-json-ld'
import { plainText } from './plain-text'
import { resolveUrl } from './resolve-url'

const CHUNK_CHARACTERS = 16_384
// Pages nest some thirty elements deep; the parser's time grows with the depth.
const MAX_DEPTH = 1000
const MAX_JSON_LD = 1_000_000
const MAX_FOUND = 200
const FEED_TYPE = /^application\/(?:(?:rss|atom)\+xml|feed\+json)\b/i
const STATED_AUDIO = new Set(['og:audio', 'og:audio:url', 'og:audio:secure_url', 'twitter:player:stream'])

type Attributes = Record<string, string>
type Found = {
  own: string[]
  feeds: string[]
  commentFeeds: string[]
  stated: string[]
  played: string[]
  base: string[]
}

function findLink({ rel = '', type = '', href = '', title = '' }: Attributes, found: Found): void {
  const relations = rel.toLowerCase().split(/\s+/)
  if (relations.includes('canonical')) found.own.push(href)
  if (!relations.includes('alternate') || !FEED_TYPE.test(type.trim())) return
  if (/\bcomments?\b/i.test(`${title.slice(0, 500)} ${href.slice(0, 2000)}`)) found.commentFeeds.push(href)
  else found.feeds.push(href)
}

function findMeta(attributes: Attributes, found: Found): void {
  const name = (attributes.property ?? attributes.name ?? '').toLowerCase()
  if (name === 'og:url') found.own.push(attributes.content ?? '')
  else if (STATED_AUDIO.has(name)) found.stated.push(attributes.content ?? '')
}

function findElement(name: string, attributes: Attributes, found: Found): void {
  if (name === 'link') findLink(attributes, found)
  else if (name === 'meta') findMeta(attributes, found)
  else if (name === 'base') found.base.push(attributes.href ?? '')
  else if (name === 'audio' || name === 'source') found.played.push(attributes.src ?? '')
}

const isJsonLd = (name: string, { type = '' }: Attributes) =>
  name === 'script' && type.trim().toLowerCase() === 'application/ld+json'

function listen(found: Found, jsonLd: string[]): { handler: Partial<Handler>; isOver: () => boolean } {
  let depth = 0
  let deepest = 0
  let script: string | null = null
  let room = MAX_JSON_LD
  const handler: Partial<Handler> = {
    onopentag: (name, attributes) => {
      depth += 1
      deepest = Math.max(deepest, depth)
      if (isJsonLd(name, attributes)) script = ''
      else findElement(name, attributes, found)
    },
    ontext: (text) => {
      if (script !== null && text.length <= room) {
        script += text
        room -= text.length
      }
    },
    onclosetag: () => {
      depth -= 1
      if (script !== null) jsonLd.push(script)
      script = null
    },
  }
  return { handler, isOver: () => deepest > MAX_DEPTH }
}

/** Absolute, each once. */
function resolveAll(addresses: readonly string[], base: string): string[] {
  const absolute = addresses.slice(0, MAX_FOUND).flatMap((address) => resolveUrl(address, base) ?? [])
  return [...new Set(absolute)]
}

/** Reads in small steps what a web page tells of a podcast. Linear time. */
export function* pageSteps(texts: Iterable<string>, url: string): Steps<Page> {
  const found: Found = { own: [], feeds: [], commentFeeds: [], stated: [], played: [], base: [] }
  const jsonLd: string[] = []
  const { handler, isOver } = listen(found, jsonLd)
  const parser = new Parser(handler)
  for (const text of texts) {
    for (let start = 0; start < text.length && !isOver(); start += CHUNK_CHARACTERS) {
      parser.write(text.slice(start, start + CHUNK_CHARACTERS))
      yield
    }
  }
  parser.end()
  const base = resolveUrl(found.base[0], url) ?? url
  const metadata = jsonLd.map(parseJsonLd)
  const statedAudioUrls = resolveAll([...found.stated, ...metadata.flatMap(({ mediaUrls }) => mediaUrls)], base)
  return {
    url,
    ownUrls: resolveAll(found.own, base),
    feedUrls: resolveAll([...found.feeds, ...found.commentFeeds], base),
    statedAudioUrls,
    audioUrls: [...new Set([...statedAudioUrls, ...resolveAll(found.played, base)])],
    episodeTitles: metadata.flatMap(({ episodeTitles }) =>
      episodeTitles.flatMap((title) => plainText(title, 'html') ?? []),
    ),
  }
}
