import { type Handler, Parser } from 'htmlparser2'
import type { Steps } from '@/lib/captions/parsing/steps'
import { parseJson } from '@/lib/core/parse-json'
import { plainText } from './plain-text'
import { resolveUrl } from './resolve-url'

/** The facts of a podcast's web page. All addresses are absolute. */
export type Page = {
  /** The address it was fetched from. */
  url: string
  /** The addresses it gives for itself: the canonical link and `og:url`. */
  ownUrls: string[]
  /** Its title and its description by its metadata; empty without. */
  title: string
  description: string
  /** The addresses at which it says to be found elsewhere, feeds and translations excluded. */
  alternateUrls: string[]
  /** The feeds it points to in its order, feeds of comments last. */
  feedUrls: string[]
  /** The recordings that its metadata names (Open Graph, Twitter card, JSON-LD). */
  statedAudioUrls: string[]
  /** The files that it plays or names in its metadata. */
  audioUrls: string[]
  /** The recordings that it plays or names in its metadata: of those in several formats the first file. */
  recordingUrls: string[]
  /** The players of other sites that its metadata names. */
  statedPlayerUrls: string[]
  /** The players of other sites that it embeds or names in its metadata. */
  playerUrls: string[]
  /** The titles that its JSON-LD gives to episodes. */
  episodeTitles: string[]
}

/** The most bytes of a page that are parsed. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024

const CHUNK_CHARACTERS = 16_384
// Pages nest some thirty elements deep; the parser's time grows with the depth.
const MAX_DEPTH = 1000
const MAX_JSON_LD = 1_000_000
const MAX_FOUND = 200
const FEED_TYPE = /^application\/(?:(?:rss|atom)\+xml|feed\+json)\b/i
const PLAYED = new Set(['audio', 'video', 'source'])
const STATED_PLAYER = new Set(['og:video', 'og:video:url', 'og:video:secure_url', 'twitter:player'])
const STATED_AUDIO = new Set(['og:audio', 'og:audio:url', 'og:audio:secure_url', 'twitter:player:stream'])

type Attributes = Record<string, string>
type Found = {
  own: string[]
  title: string
  description: string
  alternates: string[]
  feeds: string[]
  commentFeeds: string[]
  stated: string[]
  played: string[]
  recordings: string[]
  statedPlayers: string[]
  players: string[]
  /** Within an element that plays, and whether its file is known or not wanted. */
  isInElement: boolean
  isSettled: boolean
  base: string[]
}

function findLink({ rel = '', type = '', href = '', title = '', hreflang }: Attributes, found: Found): void {
  const relations = rel.toLowerCase().split(/\s+/)
  if (relations.includes('canonical')) found.own.push(href)
  if (!relations.includes('alternate')) return
  if (type === '' && hreflang === undefined) found.alternates.push(href)
  if (!FEED_TYPE.test(type.trim())) return
  if (/\bcomments?\b/i.test(`${title.slice(0, 500)} ${href.slice(0, 2000)}`)) found.commentFeeds.push(href)
  else found.feeds.push(href)
}

function findMeta(attributes: Attributes, found: Found): void {
  const name = (attributes.property ?? attributes.name ?? '').toLowerCase()
  if (name === 'og:url') found.own.push(attributes.content ?? '')
  else if (name === 'og:title') found.title ||= (attributes.content ?? '').trim()
  else if (name === 'og:description') found.description ||= (attributes.content ?? '').trim()
  else if (STATED_AUDIO.has(name)) found.stated.push(attributes.content ?? '')
  else if (STATED_PLAYER.has(name)) found.statedPlayers.push(attributes.content ?? '')
}

/** A film that plays by itself, over and over and without sound, is the background of a page. */
const isDecoration = ({ muted, loop }: Attributes) => muted !== undefined && loop !== undefined

/** The first file of an element counts as a recording: the others are the same in other formats. */
function findPlayed({ src }: Attributes, found: Found): void {
  if (!src) return
  found.played.push(src)
  if (!found.isSettled) found.recordings.push(src)
  found.isSettled = found.isInElement
}

function findElement(name: string, attributes: Attributes, found: Found): void {
  if (name === 'video' || name === 'audio') {
    found.isInElement = true
    found.isSettled = isDecoration(attributes)
  }
  if (name === 'link') findLink(attributes, found)
  else if (name === 'meta') findMeta(attributes, found)
  else if (name === 'base') found.base.push(attributes.href ?? '')
  else if (name === 'iframe') found.players.push(attributes['data-src'] ?? attributes.src ?? '')
  else if (PLAYED.has(name)) findPlayed(attributes, found)
}

const isJsonLd = (name: string, { type = '' }: Attributes) =>
  name === 'script' && type.trim().toLowerCase() === 'application/ld+json'

function pageHandler(found: Found, jsonLd: string[]): { handler: Partial<Handler>; isOver: () => boolean } {
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
    onclosetag: (name) => {
      depth -= 1
      if (name === 'video' || name === 'audio') {
        found.isInElement = false
        found.isSettled = false
      }
      if (script !== null) jsonLd.push(script)
      script = null
    },
  }
  return { handler, isOver: () => deepest > MAX_DEPTH }
}

/** The absolute addresses, each once. */
function resolveAll(addresses: readonly string[], base: string): string[] {
  const absolute = addresses.slice(0, MAX_FOUND).flatMap((address) => resolveUrl(address, base) ?? [])
  return [...new Set(absolute)]
}

/** Parses in small steps what a web page says about a podcast. Linear time. */
export function* pageSteps(texts: Iterable<string>, url: string): Steps<Page> {
  const found: Found = {
    own: [],
    title: '',
    description: '',
    alternates: [],
    feeds: [],
    commentFeeds: [],
    stated: [],
    played: [],
    recordings: [],
    statedPlayers: [],
    players: [],
    isInElement: false,
    isSettled: false,
    base: [],
  }
  const jsonLd: string[] = []
  const { handler, isOver } = pageHandler(found, jsonLd)
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
  const statedPlayerUrls = resolveAll(
    [...found.statedPlayers, ...metadata.flatMap(({ playerUrls }) => playerUrls)],
    base,
  )
  return {
    url,
    ownUrls: resolveAll(found.own, base),
    title: found.title,
    description: found.description,
    alternateUrls: resolveAll(found.alternates, base),
    feedUrls: resolveAll([...found.feeds, ...found.commentFeeds], base),
    statedAudioUrls,
    audioUrls: [...new Set([...statedAudioUrls, ...resolveAll(found.played, base)])],
    recordingUrls: [...new Set([...statedAudioUrls, ...resolveAll(found.recordings, base)])],
    statedPlayerUrls,
    playerUrls: [...new Set([...statedPlayerUrls, ...resolveAll(found.players, base)])],
    episodeTitles: metadata.flatMap(({ episodeTitles }) =>
      episodeTitles.flatMap((title) => plainText(title, 'html') ?? []),
    ),
  }
}

const MAX_NODES = 5000
const MEDIA_TYPES = new Set(['AudioObject', 'MediaObject', 'VideoObject', 'PodcastEpisode', 'RadioEpisode'])
const EPISODE_TYPES = new Set(['PodcastEpisode', 'RadioEpisode'])
const VOCABULARY = /^https?:\/\/schema\.org\//

function isOneOf(types: ReadonlySet<string>, type: unknown): boolean {
  const names: unknown[] = Array.isArray(type) ? type : [type]
  return names.some((name) => typeof name === 'string' && types.has(name.replace(VOCABULARY, '')))
}

/** All objects and arrays of a document, the outer ones first. */
function nodesOf(json: string): object[] {
  const nodes: object[] = []
  const add = (value: unknown) => {
    if (typeof value === 'object' && value !== null && nodes.length < MAX_NODES) nodes.push(value)
  }
  add(parseJson(json))
  for (const node of nodes) for (const value of Object.values(node)) add(value)
  return nodes
}

/**
 * Parses the recordings, the players and the titles of episodes from the JSON-LD of a page.
 * @see https://schema.org/PodcastEpisode
 */
function parseJsonLd(json: string): { mediaUrls: string[]; playerUrls: string[]; episodeTitles: string[] } {
  const mediaUrls: string[] = []
  const playerUrls: string[] = []
  const episodeTitles: string[] = []
  for (const node of nodesOf(json)) {
    const { '@type': type, contentUrl, embedUrl, name }: Record<string, unknown> = { ...node }
    if (typeof contentUrl === 'string' && isOneOf(MEDIA_TYPES, type)) mediaUrls.push(contentUrl)
    if (typeof embedUrl === 'string' && isOneOf(MEDIA_TYPES, type)) playerUrls.push(embedUrl)
    if (typeof name === 'string' && isOneOf(EPISODE_TYPES, type)) episodeTitles.push(name)
  }
  return { mediaUrls, playerUrls, episodeTitles }
}
