import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import type { Episode, Feed } from '../feed'
import { type Address, type EpisodeParts, type MediaParts, makeEpisode } from './make-episode'
import { plainText } from './plain-text'
import { resolveUrl } from './resolve-url'

/** An element of a feed: its canonical path below the item or channel, and the base of its addresses. */
export type FoundElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  base: string
}

/** The elements of a show or an episode, in the order of the document. */
export type Draft = readonly FoundElement[]

/** The first element of one of these names that has text, the names in order of preference. */
function firstText(draft: Draft, ...names: string[]): FoundElement | undefined {
  for (const name of names) {
    const found = draft.find((element) => element.name === name && element.text.trim() !== '')
    if (found) return found
  }
  return undefined
}

/** Every element of one of these names, in the order of the document. */
function elementsOf(draft: Draft, ...names: string[]): FoundElement[] {
  return draft.filter((element) => names.includes(element.name))
}

const resolve = (address: Address | undefined) => (address ? resolveUrl(address.url, address.base) : null)

/** The show that the elements of a channel or feed describe, without episodes. Its title falls back to the host name. */
export function draftShow(draft: Draft, root: string, url: string): Omit<Feed, 'items'> {
  const title = firstText(draft, 'title')
  const isText = root === 'feed' && title?.attributes.type !== 'html'
  const author = firstText(draft, 'itunes:author', 'author>name', 'itunes:owner>itunes:name', 'dc:creator')
  const [next] = atomLinks(draft, 'next')
  const [hub] = atomLinks(draft, 'hub')
  const [self] = atomLinks(draft, 'self')
  const hubUrl = hub ? resolveUrl(hub.attributes.href, hub.base) : null
  const topic = self ? resolveUrl(self.attributes.href, self.base) : null
  const moved = firstText(draft, 'itunes:new-feed-url')
  return {
    title: plainText(title?.text, isText ? 'text' : 'html') ?? new URL(url).hostname,
    link: resolve(pageLink(draft)),
    imageUrl: resolve(imageLink(draft, 'itunes:image', 'image>url', 'logo', 'icon')),
    author: plainText(author?.text, 'html'),
    language: canonicalLanguage(firstText(draft, 'language', 'dc:language')?.text),
    nextPageUrl: next ? resolveUrl(next.attributes.href, next.base) : null,
    movedTo: moved ? resolveUrl(moved.text, moved.base) : null,
    ...(hubUrl ? { hub: { url: hubUrl, topic: topic ?? url } } : {}),
  }
}

/** Titles of RSS are HTML in practice. Those of Atom declare what they are; the text of XHTML comes without its tags. */
function parseTitle(draft: Draft, root: string): EpisodeParts['title'] {
  const title = firstText(draft, 'title', 'itunes:title')
  const isText = root === 'feed' && title?.attributes.type !== 'html'
  return title && { text: title.text, kind: isText ? 'text' : 'html' }
}

/** The media of an episode. Enclosures are taken for audio; Media RSS describes images as well. */
function parseMedia(draft: Draft): MediaParts[] {
  const enclosures = elementsOf(draft, 'enclosure').map(({ attributes: { url, type }, base }): MediaParts => {
    return { url, base, type, hint: 'audio' }
  })
  const links = atomLinks(draft, 'enclosure').map(({ attributes: { href, type }, base }): MediaParts => {
    return { url: href, base, type, hint: 'audio' }
  })
  const contents = elementsOf(draft, 'media:content', 'media:group>media:content').map((content): MediaParts => {
    const { url, type, duration, medium } = content.attributes
    return { url, base: content.base, type, duration, hint: medium === 'audio' || medium === 'video' ? medium : null }
  })
  const ofRdf = elementsOf(draft, 'enc:enclosure').map(({ attributes, base }): MediaParts => {
    return {
      url: attributes['rdf:resource'] ?? attributes['enc:url'],
      base,
      type: attributes['enc:type'],
      hint: 'audio',
    }
  })
  const alternates = elementsOf(draft, 'podcast:alternateenclosure>podcast:source').map(
    ({ attributes: { uri, contenttype }, base }): MediaParts => ({ url: uri, base, type: contenttype, hint: 'audio' }),
  )
  return [...enclosures, ...links, ...contents, ...ofRdf, ...alternates]
}

/** The page of the episode. In RSS it may be the guid, which is a permanent link unless `isPermaLink` is false. */
function parseLink(draft: Draft): Address | undefined {
  const guid = firstText(draft, 'guid')
  const isPermanent = guid !== undefined && guid.attributes.ispermalink?.toLowerCase() !== 'false'
  return (
    pageLink(draft) ?? (isPermanent && /^\s*https?:/i.test(guid.text) ? { url: guid.text, base: guid.base } : undefined)
  )
}

/** The episode that the elements of an RSS item or Atom entry describe. Null when it has no audio or video. */
export function draftEpisode(draft: Draft, root: string): Episode | null {
  return makeEpisode({
    guid: firstText(draft, 'guid', 'id')?.text,
    title: parseTitle(draft, root),
    media: parseMedia(draft),
    publishedAt: firstText(draft, 'pubdate', 'published', 'dc:date', 'updated')?.text,
    duration: firstText(draft, 'itunes:duration')?.text,
    link: parseLink(draft),
    image: imageLink(draft, 'itunes:image', 'media:thumbnail', 'media:group>media:thumbnail'),
    transcripts: elementsOf(draft, 'podcast:transcript').map(({ attributes, base }) => {
      const { url, type, language, rel } = attributes
      return { url, base, type, lang: language, rel }
    }),
  })
}

/** Whether a link has a relation (RFC 4287 §4.2.7.2); the default is `alternate`. */
function hasRelation({ attributes }: FoundElement, relation: string): boolean {
  return (attributes.rel ?? 'alternate').toLowerCase().split(/\s+/).includes(relation)
}

/** The Atom links with a relation, which RSS documents have too. */
function atomLinks(draft: Draft, relation: string): FoundElement[] {
  return elementsOf(draft, 'link').filter((link) => link.attributes.href && hasRelation(link, relation))
}

/** The address of the page: the text of RSS's `link`, else the `href` of Atom's. */
function pageLink(draft: Draft): Address | undefined {
  const rss = elementsOf(draft, 'link').find(({ text, attributes }) => !attributes.href && text.trim() !== '')
  if (rss) return { url: rss.text, base: rss.base }
  const [atom] = atomLinks(draft, 'alternate')
  return atom && { url: atom.attributes.href, base: atom.base }
}

/** The first image among these elements, by `href`, `url` or text. */
function imageLink(draft: Draft, ...names: string[]): Address | undefined {
  for (const name of names) {
    for (const { attributes, text, base } of elementsOf(draft, name)) {
      const url = attributes.href ?? attributes.url ?? text
      if (url.trim() !== '') return { url, base }
    }
  }
  return undefined
}
