import { isUtf8 } from 'node:buffer'
import { runInSlices, type Steps } from '@/lib/captions/parsing/steps'
import { Problem } from '@/lib/core/problem/problem'
import { MAX_EPISODES, MAX_FEED_BYTES } from '@/lib/podcasts/feed'
import { charsetOf } from '@/lib/podcasts/parse/decode-feed'
import { escapeAttribute } from '../escape-attribute'
import { type FeedItem, type FeedPlaces, feedPlaces, MAX_PREFIXES } from './feed-places'

/** A transcript of an episode as a feed names it. */
export type FeedTranscript = { url: string; type: string; language: string | null }

const NAMESPACE = 'https://podcastindex.org/namespace/1.0'
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Encodings in which every byte below 128 is the ASCII character: the only ones in which markup can be found and added
 * without decoding the text.
 */
const ASCII_BASED = /^(?:utf-?8|us-ascii|ascii|iso-?8859-\d{1,2}|latin-?\d|windows-125\d|cp125\d|koi8-[ru]|macintosh)$/

const DETAILS = {
  not_well_formed:
    'The feed is not well-formed XML, so nothing can be added to it. Have it checked with an XML validator.',
  not_rss: 'Transcripts can be added to RSS feeds only. Send the address of an RSS feed.',
  too_many_prefixes: `Up to ${MAX_PREFIXES} namespace prefixes are supported in a feed. Remove the declarations that it does not need.`,
  too_many_episodes: `Transcripts can be added to feeds of up to ${MAX_EPISODES} episodes.`,
  encoding: 'The encoding of this feed is not supported here. Publish the feed in UTF-8.',
} as const

function refuse(reason: keyof typeof DETAILS): Problem {
  return new Problem('unsupported_source', { detail: DETAILS[reason], context: { field: 'url' } })
}

/** The encoding that a feed declares, in lower case; UTF-8 where it declares none. */
function encodingOf(bytes: Buffer, contentType: string | null): string {
  const declaration = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(bytes.toString('latin1', 0, 300))
  return (declaration?.[1] ?? charsetOf(contentType) ?? 'utf-8').toLowerCase()
}

function tag(prefix: string, { url, type, language }: FeedTranscript): string {
  const labels = { url, type, ...(language === null ? {} : { language }) }
  const attributes = Object.entries(labels).map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
  return `<${prefix}:transcript ${attributes.join(' ')} />`
}

/** An address as it is written in the feed, of which `latin1` has a character for each byte. */
function addressIn(latin1: string, isInUtf8: boolean): string {
  // A character reference may stand for a character that is no byte.
  return isInUtf8 && [...latin1].every((character) => character <= '\u00ff')
    ? Buffer.from(latin1, 'latin1').toString()
    : latin1
}

type Find = (enclosures: readonly string[]) => readonly FeedTranscript[]
type Insertion = { at: number; tags: string }

/** The additions to a feed, in the order of its bytes; a step for each episode. */
export function* insertions(
  { items, declaration, freePrefix }: FeedPlaces,
  isInUtf8: boolean,
  find: Find,
): Steps<Insertion[]> {
  const tagsOf = ({ enclosures, transcripts, prefix }: FeedItem): string => {
    const had = new Set(transcripts)
    const addresses = enclosures.map((address) => addressIn(address, isInUtf8))
    const missing = find(addresses).filter(({ url }) => !had.has(url))
    return missing.map((one) => tag(prefix ?? freePrefix, one)).join('')
  }
  const added: Insertion[] = []
  let declares = false
  for (const item of items) {
    const tags = tagsOf(item)
    if (tags !== '') {
      added.push({ at: item.end, tags })
      declares ||= item.prefix === null
    }
    yield
  }
  return declares ? [{ at: declaration, tags: ` xmlns:${freePrefix}="${NAMESPACE}"` }, ...added] : added
}

/**
 * Adds tags to the episodes of an RSS feed, as the Podcasting 2.0 namespace has them; all other bytes stay as they are. `find` gives
 * the transcripts of an episode by the addresses of its recordings. A tag whose address an episode has already is not added. Throws
 * `unsupported_source` for a feed that is no RSS, not well-formed, or in an unsupported encoding.
 */
export async function addTranscripts(feed: Uint8Array, contentType: string | null, find: Find): Promise<Buffer> {
  const bytes = Buffer.from(feed.buffer, feed.byteOffset, feed.byteLength)
  const start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
  const encoding = start > 0 ? 'utf-8' : encodingOf(bytes, contentType)
  if (!ASCII_BASED.test(encoding) || bytes.byteLength > MAX_FEED_BYTES) throw refuse('encoding')
  const isInUtf8 = /^utf-?8$/.test(encoding)
  if (isInUtf8 && !isUtf8(bytes)) throw refuse('encoding')
  const places = await runInSlices(feedPlaces(bytes.toString('latin1', start)))
  if ('refused' in places) throw refuse(places.refused)
  const parts: Uint8Array[] = []
  let copied = 0
  for (const { at, tags } of await runInSlices(insertions(places, isInUtf8, find))) {
    parts.push(bytes.subarray(copied, at + start), Buffer.from(tags))
    copied = at + start
  }
  return Buffer.concat([...parts, bytes.subarray(copied)])
}
