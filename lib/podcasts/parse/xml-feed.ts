import { type Handler, Parser } from 'htmlparser2'
import type { Steps } from '@/lib/captions/parsing/steps'
import { type Episode, episodeKey, type Feed, MAX_EPISODES } from '../feed'
import { type Draft, draftEpisode, draftShow, type FoundElement } from './draft'
import { resolveUrl } from './resolve-url'

const CHUNK_CHARACTERS = 4096

/**
 * Parses an RSS, Atom or RDF feed in small steps. Nothing of a document type declaration is expanded or fetched, and a document
 * that is not well-formed is parsed as far as possible. Returns null when it is no feed. Linear time.
 */
export function* xmlFeedSteps(texts: Iterable<string>, url: string): Steps<Feed | null> {
  const episodes = new Map<string, Episode>()
  const show: FoundElement[] = []
  const events = feedEvents(url, show, (draft, root) => {
    const episode = draftEpisode(draft, root)
    const key = episode && episodeKey(episode)
    if (key && !episodes.has(key)) episodes.set(key, episode)
  })
  const parser = new Parser(events.handler, { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true })
  const isOver = () => events.isOver() || episodes.size >= MAX_EPISODES
  for (const text of texts) {
    for (let start = 0; start < text.length && !isOver(); start += CHUNK_CHARACTERS) {
      parser.write(text.slice(start, start + CHUNK_CHARACTERS))
      yield
    }
  }
  parser.end()
  const root = events.root()
  return root === '' ? null : { ...draftShow(show, root, url), items: [...episodes.values()].slice(0, MAX_EPISODES) }
}

// Feeds nest some ten elements deep; only hostile ones nest deeper.
const MAX_DEPTH = 100
const MAX_ELEMENTS = 500
const MAX_TEXT = 8192
const ROOTS = new Set(['rss', 'feed', 'rdf:rdf', 'rdf'])
const OF_EPISODE = new Set(
  (
    'title itunes:title guid id link pubdate published updated dc:date itunes:duration itunes:image enclosure ' +
    'media:content media:group>media:content media:thumbnail media:group>media:thumbnail podcast:transcript ' +
    'podcast:alternateenclosure>podcast:source enc:enclosure'
  ).split(' '),
)
const OF_SHOW = new Set(
  (
    'title link language dc:language itunes:author author>name itunes:owner>itunes:name dc:creator itunes:image ' +
    'image>url logo icon itunes:new-feed-url'
  ).split(' '),
)

type Frame = { name: string; base: string }

type FeedEvents = {
  /** The handler for the parser, which passes names in lower case. */
  handler: Partial<Handler>
  /** The name of the root element if it is that of a feed; else ''. */
  root: () => string
  /** Whether the rest can be skipped: the document is no feed, or nested too deep. */
  isOver: () => boolean
}

/**
 * Handles the tags of an RSS, Atom or RDF document: calls `onEpisode` as each episode ends and collects the elements of the show
 * in `show`.
 */
function feedEvents(url: string, show: FoundElement[], onEpisode: (draft: Draft, root: string) => void): FeedEvents {
  const nameOf = elementNamer()
  const frames: Frame[] = []
  let episode: FoundElement[] | null = null
  let episodeDepth = 0
  let reading: { element: FoundElement; depth: number } | null = null
  let root = ''
  let isOver = false

  const pathName = (): string => {
    const outer = episode === null ? (frames[1]?.name === 'channel' ? 2 : 1) : episodeDepth
    const path = frames.slice(outer)
    return path.length > 2 ? '' : path.map(({ name }) => name).join('>')
  }

  const find = (attributes: Record<string, string>, base: string) => {
    const draft = episode ?? show
    const name = pathName()
    if (!(episode === null ? OF_SHOW : OF_EPISODE).has(name) || draft.length >= MAX_ELEMENTS) return
    const element: FoundElement = { name, attributes, text: '', base }
    draft.push(element)
    reading ??= { element, depth: frames.length }
  }

  const onopentag = (rawName: string, attributes: Record<string, string>) => {
    const name = nameOf(rawName, attributes)
    const outerBase = frames.at(-1)?.base ?? url
    frames.push({ name, base: resolveUrl(attributes['xml:base'], outerBase) ?? outerBase })
    if (frames.length === 1 && root === '' && ROOTS.has(name)) root = name
    if (root === '' || frames.length > MAX_DEPTH) isOver = true
    if (isOver || frames.length === 1) return
    if (episode === null && frames.length <= 3 && (name === 'item' || name === 'entry')) {
      episode = []
      episodeDepth = frames.length
    } else {
      find(attributes, frames.at(-1)?.base ?? url)
    }
  }

  const ontext = (text: string) => {
    if (reading === null) return
    const { element } = reading
    element.text += text.slice(0, MAX_TEXT - element.text.length)
  }

  const onclosetag = () => {
    if (reading?.depth === frames.length) reading = null
    if (episode !== null && episodeDepth === frames.length) {
      onEpisode(episode, root)
      episode = null
    }
    frames.pop()
  }

  return { handler: { onopentag, ontext, onclosetag }, root: () => root, isOver: () => isOver }
}

/** The prefix of each namespace in this module; namespaces in lower case, '' for no prefix. */
const CANONICAL_PREFIXES = new Map([
  ['http://www.w3.org/2005/atom', ''],
  ['http://purl.org/rss/1.0/', ''],
  ['http://backend.userland.com/rss2', ''],
  ['http://www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['https://www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['http://www.itunes.com/dtds/podcast-1.0.dtd/', 'itunes'],
  ['https://podcastindex.org/namespace/1.0', 'podcast'],
  ['https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md', 'podcast'],
  ['http://search.yahoo.com/mrss/', 'media'],
  ['http://search.yahoo.com/mrss', 'media'],
  ['https://search.yahoo.com/mrss/', 'media'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
  ['http://purl.oclc.org/net/rss_2.0/enc#', 'enc'],
])
const MAX_PREFIXES = 100
const DECLARATION = 'xmlns:'

/**
 * Maps the element names of a feed to canonical ones, whatever prefixes it uses: `itunes:`, `podcast:`, `media:`, `dc:`, `enc:`,
 * and none for RSS and Atom. Undeclared prefixes keep their usual meaning. Takes names in lower case.
 */
function elementNamer(): (name: string, attributes: Readonly<Record<string, string>>) => string {
  const prefixes = new Map([['atom', '']])
  return (name, attributes) => {
    for (const attribute of Object.keys(attributes)) {
      if (!attribute.startsWith(DECLARATION) || prefixes.size >= MAX_PREFIXES) continue
      const canonical = CANONICAL_PREFIXES.get(attributes[attribute]?.trim().toLowerCase() ?? '')
      if (canonical !== undefined) prefixes.set(attribute.slice(DECLARATION.length), canonical)
    }
    const colon = name.indexOf(':')
    if (colon === -1) return name
    const prefix = prefixes.get(name.slice(0, colon)) ?? name.slice(0, colon)
    return prefix === '' ? name.slice(colon + 1) : `${prefix}:${name.slice(colon + 1)}`
  }
}
