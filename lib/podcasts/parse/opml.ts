import { type Handler, Parser } from 'htmlparser2'
import type { Steps } from '@/lib/captions/parsing/steps'
import { parseUrl } from '@/lib/core/http/parse-url'
import { plainText } from './plain-text'

/** A feed of a list of subscriptions. Nothing of its URL is checked. */
export type Subscription = { url: string; title: string | null }

/** The feeds that a podcast app exports as OPML, in the order of the file, each once. */
export type SubscriptionList = { title: string | null; feeds: Subscription[] }

/** A step of a file of short outlines takes a few milliseconds. */
const CHUNK_CHARACTERS = 1024

/**
 * Parses OPML 1 or 2 in small steps. Nothing of a document type declaration is expanded or fetched, and a document that is not
 * well-formed is parsed as far as possible. Returns null when it is no OPML. Linear time.
 */
export function* opmlSteps(texts: Iterable<string>): Steps<SubscriptionList | null> {
  const events = opmlEvents()
  const parser = new Parser(events.handler, { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true })
  for (const text of texts) {
    for (let start = 0; start < text.length && !events.isOver(); start += CHUNK_CHARACTERS) {
      parser.write(text.slice(start, start + CHUNK_CHARACTERS))
      yield
    }
  }
  parser.end()
  return events.list()
}

// Apps nest groups a few outlines deep; only hostile files nest deeper.
const MAX_DEPTH = 100
const MAX_TEXT = 8192

/** The types of an outline whose `url` is that of its feed; of other types it is a page, an episode or another list. */
const FEED_TYPES = new Set(['', 'rss', 'rss1', 'atom', 'feed'])

type Attributes = Readonly<Record<string, string>>

/** The URL of the feed that an outline names; '' for a group. Some apps write `url` in place of `xmlUrl`. */
function feedUrl({ xmlurl = '', url = '', type = '' }: Attributes): string {
  return xmlurl.trim() || (FEED_TYPES.has(type.trim().toLowerCase()) ? url.trim() : '')
}

const lineOf = (text = '') => plainText(text.slice(0, MAX_TEXT), 'html')

type OpmlEvents = {
  /** The handler for the parser, which passes names in lower case. */
  handler: Partial<Handler>
  /** Whether the rest can be skipped: the document is no OPML, or nested too deep. */
  isOver: () => boolean
  /** The list as far as it was read; null for a document that is no OPML. */
  list: () => SubscriptionList | null
}

/** Handles the tags of an OPML document, and collects its title and the feeds of its outlines. */
function opmlEvents(): OpmlEvents {
  const feeds = new Map<string, Subscription>()
  const path: string[] = []
  let title = ''
  let root = ''
  let isOver = false
  /** How deep the outline is that is commented out, with all in it; 0 outside of one. */
  let commentDepth = 0

  const add = (attributes: Attributes) => {
    const url = feedUrl(attributes)
    const key = parseUrl(url)?.href ?? url
    if (url === '' || feeds.has(key)) return
    feeds.set(key, { url, title: lineOf(attributes.title) ?? lineOf(attributes.text) })
  }

  const onopentag = (name: string, attributes: Attributes) => {
    path.push(name)
    if (root === '') root = name
    if (root !== 'opml' || path.length > MAX_DEPTH) isOver = true
    if (isOver || name !== 'outline') return
    if (commentDepth === 0 && attributes.iscomment?.trim().toLowerCase() === 'true') commentDepth = path.length
    if (commentDepth === 0) add(attributes)
  }

  const ontext = (text: string) => {
    if (!isOver && path.length === 3 && path[1] === 'head' && path[2] === 'title') {
      title += text.slice(0, MAX_TEXT - title.length)
    }
  }

  const onclosetag = () => {
    if (commentDepth === path.length) commentDepth = 0
    path.pop()
  }

  return {
    handler: { onopentag, ontext, onclosetag },
    isOver: () => isOver,
    list: () => (root === 'opml' ? { title: lineOf(title), feeds: [...feeds.values()] } : null),
  }
}
