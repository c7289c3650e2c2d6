import { type Draft, elementsOf, type FoundElement } from './draft'
import type { Address } from './make-episode'

/** Whether a link has this relation (RFC 4287 §4.2.7.2); without any it is `alternate`. */
function hasRelation({ attributes }: FoundElement, relation: string): boolean {
  return (attributes.rel ?? 'alternate').toLowerCase().split(/\s+/).includes(relation)
}

/** The links of a relation that have an address as Atom writes it, in RSS documents too. */
export function atomLinks(draft: Draft, relation: string): FoundElement[] {
  return elementsOf(draft, 'link').filter((link) => link.attributes.href && hasRelation(link, relation))
}

/** The page: the text of RSS's `link`, else the address of Atom's. */
export function pageLink(draft: Draft): Address | undefined {
  const rss = elementsOf(draft, 'link').find(({ text, attributes }) => !attributes.href && text.trim() !== '')
  if (rss) return { url: rss.text, base: rss.base }
  const [atom] = atomLinks(draft, 'alternate')
  return atom && { url: atom.attributes.href, base: atom.base }
}

/** The first image of these elements, by `href`, `url` or text. */
export function imageLink(draft: Draft, ...names: string[]): Address | undefined {
  for (const name of names) {
    for (const { attributes, text, base } of elementsOf(draft, name)) {
      const url = attributes.href ?? attributes.url ?? text
      if (url.trim() !== '') return { url, base }
    }
  }
  return undefined
}
