import type { Handler } from 'htmlparser2'
import type { Draft, FoundElement } from './draft'
import { elementNamer } from './element-namer'
import { resolveUrl } from './resolve-url'

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

export type FeedEvents = {
  /** For the parser, which gives names in lower case. */
  handler: Partial<Handler>
  /** The name of the document's first element where it is a feed's; '' of all others. */
  root: () => string
  /** There is nothing more to come: it is no feed, or nested too deep. */
  isOver: () => boolean
}

/**
 * Listens to the tags of an RSS, Atom or RDF document, tells each episode as it ends and gathers in `show` what is found
 * of the show.
 */
export function feedEvents(
  url: string,
  show: FoundElement[],
  onEpisode: (draft: Draft, root: string) => void,
): FeedEvents {
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
