/** The prefixes that elements are known by here, by namespace in lower case. '' stands for no prefix. */
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
 * Names the elements of one feed alike, whatever prefixes it uses: `itunes:`, `podcast:`, `media:`, `dc:`, `enc:`, and
 * none for RSS and Atom. Prefixes that nobody declared mean what they usually do. Takes names in lower case.
 */
export function elementNamer(): (name: string, attributes: Readonly<Record<string, string>>) => string {
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
