import { canonicalLanguage } from '@/lib/captions/canonical-language'
import { type Draft, firstText } from './draft'
import { atomLinks, imageLink, pageLink } from './draft-links'
import type { Feed } from './feed'
import type { Address } from './make-episode'
import { plainText } from './plain-text'
import { resolveUrl } from './resolve-url'

const resolve = (address: Address | undefined) => (address ? resolveUrl(address.url, address.base) : null)

/** A show of the elements of its channel, or its feed, without the episodes. The title falls back to the host's name. */
export function draftShow(draft: Draft, root: string, url: string): Omit<Feed, 'items'> {
  const title = firstText(draft, 'title')
  const isText = root === 'feed' && title?.attributes.type !== 'html'
  const author = firstText(draft, 'itunes:author', 'author>name', 'itunes:owner>itunes:name', 'dc:creator')
  const [next] = atomLinks(draft, 'next')
  const moved = firstText(draft, 'itunes:new-feed-url')
  return {
    title: plainText(title?.text, isText ? 'text' : 'html') ?? new URL(url).hostname,
    link: resolve(pageLink(draft)),
    imageUrl: resolve(imageLink(draft, 'itunes:image', 'image>url', 'logo', 'icon')),
    author: plainText(author?.text, 'html'),
    language: canonicalLanguage(firstText(draft, 'language', 'dc:language')?.text),
    nextPageUrl: next ? resolveUrl(next.attributes.href, next.base) : null,
    movedTo: moved ? resolveUrl(moved.text, moved.base) : null,
  }
}
