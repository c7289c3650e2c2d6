const MAX_NODES = 5000
const MEDIA_TYPES = new Set(['AudioObject', 'MediaObject', 'VideoObject', 'PodcastEpisode', 'RadioEpisode'])
const EPISODE_TYPES = new Set(['PodcastEpisode', 'RadioEpisode'])
const VOCABULARY = /^https?:\/\/schema\.org\//

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    // Broken metadata tells nothing.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isOneOf(types: ReadonlySet<string>, type: unknown): boolean {
  const names: unknown[] = Array.isArray(type) ? type : [type]
  return names.some((name) => typeof name === 'string' && types.has(name.replace(VOCABULARY, '')))
}

/** All objects and arrays within, the outer ones first. */
function nodesOf(json: string): object[] {
  const nodes: object[] = []
  const add = (value: unknown) => {
    if (typeof value === 'object' && value !== null && nodes.length < MAX_NODES) nodes.push(value)
  }
  add(parse(json))
  for (const node of nodes) for (const value of Object.values(node)) add(value)
  return nodes
}

/**
 * Reads the recordings and the titles of episodes out of a page's JSON-LD.
 * @see https://schema.org/PodcastEpisode
 */
export function parseJsonLd(json: string): { mediaUrls: string[]; episodeTitles: string[] } {
  const mediaUrls: string[] = []
  const episodeTitles: string[] = []
  for (const node of nodesOf(json)) {
    const { '@type': type, contentUrl, name }: { '@type'?: unknown; contentUrl?: unknown; name?: unknown } = node
    if (typeof contentUrl === 'string' && isOneOf(MEDIA_TYPES, type)) mediaUrls.push(contentUrl)
    if (typeof name === 'string' && isOneOf(EPISODE_TYPES, type)) episodeTitles.push(name)
  }
  return { mediaUrls, episodeTitles }
}
