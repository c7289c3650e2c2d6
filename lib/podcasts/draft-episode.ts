import { type Draft, elementsOf, firstText } from './draft'
import { atomLinks, imageLink, pageLink } from './draft-links'
import type { Episode } from './feed'
import { type Address, type EpisodeParts, type MediaParts, makeEpisode } from './make-episode'

/** Titles of RSS are HTML in practice. Those of Atom say what they are; the text of XHTML is read without its tags. */
function parseTitle(draft: Draft, root: string): EpisodeParts['title'] {
  const title = firstText(draft, 'title', 'itunes:title')
  const isText = root === 'feed' && title?.attributes.type !== 'html'
  return title && { text: title.text, kind: isText ? 'text' : 'html' }
}

/** Enclosures in their place are taken for audio; Media RSS describes images just as well. */
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

/** The page; RSS may give it as a guid that is a permanent link, which it is unless it says otherwise. */
function parseLink(draft: Draft): Address | undefined {
  const guid = firstText(draft, 'guid')
  const isPermanent = guid !== undefined && guid.attributes.ispermalink?.toLowerCase() !== 'false'
  return (
    pageLink(draft) ?? (isPermanent && /^\s*https?:/i.test(guid.text) ? { url: guid.text, base: guid.base } : undefined)
  )
}

/** An episode of the elements of an RSS item or Atom entry. Null when it has nothing to be listened to. */
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
