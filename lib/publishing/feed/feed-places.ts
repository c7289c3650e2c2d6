import { SaxesParser } from 'saxes'
import { type Steps, textChunks } from '@/lib/captions/parsing/steps'

/** An episode of a feed. Positions are bytes. */
export type FeedItem = {
  /** Where `</item>` begins. */
  end: number
  /** The addresses of its recordings, as they are written. */
  enclosures: string[]
  /** The addresses of the transcripts that it has already. */
  transcripts: string[]
  /** The prefix that the namespace of podcasts is bound to; null: none. */
  prefix: string | null
}

export type FeedPlaces = {
  items: FeedItem[]
  /** Behind the name of the root element, where a namespace can be declared. */
  declaration: number
  /** A prefix that nothing else in the feed is called by. */
  freePrefix: string
}

/** Why no transcripts can be added. */
export type Refusal = { refused: 'not_well_formed' | 'not_rss' }

const NAMESPACES: ReadonlySet<string> = new Set([
  'https://podcastindex.org/namespace/1.0',
  'https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md',
])
const DECLARATION = 'xmlns:'
const MAX_DEPTH = 100
const MAX_ADDRESSES = 50

type Element = { name: string; prefixes: ReadonlyMap<string, string> }
type Attributes = Readonly<Record<string, string>>

/** The prefixes that an element binds, with those around it. */
function bind(outer: ReadonlyMap<string, string>, attributes: Attributes): ReadonlyMap<string, string> {
  const own = Object.entries(attributes).filter(([name]) => name.startsWith(DECLARATION))
  if (own.length === 0) return outer
  return new Map([...outer, ...own.map(([name, value]) => [name.slice(DECLARATION.length), value.trim()] as const)])
}

function podcastPrefix(prefixes: ReadonlyMap<string, string>): string | null {
  for (const [prefix, namespace] of prefixes) if (NAMESPACES.has(namespace)) return prefix
  return null
}

function freePrefixOf(declared: ReadonlySet<string>): string {
  let prefix = 'podcast'
  for (let count = 1; declared.has(prefix); count++) prefix = `podcast${count}`
  return prefix
}

/** Notes the addresses of an episode's recordings and transcripts. */
function collect(
  { enclosures, transcripts }: Omit<FeedItem, 'end'>,
  { name, prefixes }: Element,
  attributes: Attributes,
): void {
  const { url } = attributes
  if (url === undefined || enclosures.length + transcripts.length >= MAX_ADDRESSES) return
  const [prefix, local] = name.split(':')
  if (name === 'enclosure') enclosures.push(url)
  else if (local === 'transcript' && NAMESPACES.has(prefixes.get(prefix ?? '') ?? '')) transcripts.push(url)
}

/**
 * Finds where transcripts can be added to an RSS feed, in small steps. `text` has a character for each byte, so that positions are
 * bytes. The feed must be well-formed (XML 1.0): what is added to another would be anywhere. Nothing of a document type is expanded.
 */
export function* feedPlaces(text: string): Steps<FeedPlaces | Refusal> {
  const parser = new SaxesParser()
  const open: Element[] = []
  const declared = new Set<string>()
  const items: FeedItem[] = []
  let refusal: Refusal['refused'] | null = null
  let declaration = -1
  let item: Omit<FeedItem, 'end'> | null = null

  parser.on('error', () => {
    refusal ??= 'not_well_formed'
  })
  parser.on('opentag', ({ name, attributes }) => {
    const outer = open.at(-1)
    const prefixes = bind(outer?.prefixes ?? new Map(), attributes)
    for (const prefix of prefixes.keys()) declared.add(prefix)
    open.push({ name, prefixes })
    if (open.length > MAX_DEPTH) refusal ??= 'not_well_formed'
    if (open.length === 1) {
      if (name !== 'rss') refusal ??= 'not_rss'
      declaration = text.lastIndexOf('<', parser.position - 1) + 1 + name.length
    }
    if (open.length === 3 && name === 'item' && outer?.name === 'channel') {
      item = { enclosures: [], transcripts: [], prefix: podcastPrefix(prefixes) }
    } else if (open.length === 4 && item) {
      collect(item, { name, prefixes }, attributes)
    }
  })
  parser.on('closetag', ({ isSelfClosing }) => {
    if (open.length === 3 && item) {
      if (!isSelfClosing) items.push({ ...item, end: text.lastIndexOf('</', parser.position - 1) })
      item = null
    }
    open.pop()
  })
  for (const chunk of textChunks(text)) {
    parser.write(chunk)
    if (refusal) return { refused: refusal }
    yield
  }
  parser.close()
  if (refusal) return { refused: refusal }
  return { items, declaration, freePrefix: freePrefixOf(declared) }
}
