import { SaxesParser } from 'saxes'
import { type Steps, textChunks } from '@/lib/captions/parsing/steps'
import { MAX_EPISODES } from '@/lib/podcasts/feed'

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
export type Refusal = { refused: 'not_well_formed' | 'not_rss' | 'too_many_prefixes' | 'too_many_episodes' }

const NAMESPACES: ReadonlySet<string> = new Set([
  'https://podcastindex.org/namespace/1.0',
  'https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md',
])
const DECLARATION = 'xmlns:'
const MAX_DEPTH = 100
const MAX_ADDRESSES = 50
/** The most namespaces that the elements of a feed may bind in all. */
export const MAX_PREFIXES = 100

/** The prefixes that an element binds, and those around it. */
type Scope = { own: ReadonlyMap<string, string>; outer: Scope | null }
type Element = { name: string; scope: Scope | null }
type Attributes = Readonly<Record<string, string>>

function bind(outer: Scope | null, attributes: Attributes): Scope | null {
  const own = new Map<string, string>()
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith(DECLARATION)) own.set(name.slice(DECLARATION.length), value.trim())
  }
  return own.size === 0 ? outer : { own, outer }
}

function namespaceOf(prefix: string, scope: Scope | null): string | null {
  for (let at = scope; at; at = at.outer) {
    const namespace = at.own.get(prefix)
    if (namespace !== undefined) return namespace
  }
  return null
}

const isOfPodcasts = (prefix: string, scope: Scope | null) => NAMESPACES.has(namespaceOf(prefix, scope) ?? '')

function podcastPrefix(scope: Scope | null): string | null {
  for (let at = scope; at; at = at.outer) {
    for (const prefix of at.own.keys()) if (isOfPodcasts(prefix, scope)) return prefix
  }
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
  { name, scope }: Element,
  attributes: Attributes,
): void {
  const { url } = attributes
  if (url === undefined || enclosures.length + transcripts.length >= MAX_ADDRESSES) return
  const [prefix, local] = name.split(':')
  if (name === 'enclosure') enclosures.push(url)
  else if (local === 'transcript' && isOfPodcasts(prefix ?? '', scope)) transcripts.push(url)
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
  // `opentag` fires only after all attributes are read, and an element may have any number of them.
  parser.on('attribute', ({ name }) => {
    if (name.startsWith(DECLARATION)) declared.add(name.slice(DECLARATION.length))
    if (declared.size > MAX_PREFIXES) refusal ??= 'too_many_prefixes'
  })
  parser.on('opentag', ({ name, attributes }) => {
    const outer = open.at(-1)
    const scope = bind(outer?.scope ?? null, attributes)
    open.push({ name, scope })
    if (open.length > MAX_DEPTH) refusal ??= 'not_well_formed'
    if (open.length === 1) {
      if (name !== 'rss') refusal ??= 'not_rss'
      declaration = text.lastIndexOf('<', parser.position - 1) + 1 + name.length
    }
    if (open.length === 3 && name === 'item' && outer?.name === 'channel') {
      item = { enclosures: [], transcripts: [], prefix: podcastPrefix(scope) }
    } else if (open.length === 4 && item) {
      collect(item, { name, scope }, attributes)
    }
  })
  parser.on('closetag', ({ isSelfClosing }) => {
    if (open.length === 3 && item) {
      if (items.length >= MAX_EPISODES) refusal ??= 'too_many_episodes'
      else if (!isSelfClosing) items.push({ ...item, end: text.lastIndexOf('</', parser.position - 1) })
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
