import type { Options, SearchResult } from 'minisearch'

/** A section of the documentation, as it is searched. */
export type SearchEntry = {
  /** The address of the section below the site. */
  id: string
  title: string
  /** The title of its page. */
  page: string
  text: string
  /** How its text begins. */
  excerpt: string
}

/** A search result with the fields that are shown. */
export type SearchHit = SearchResult & Pick<SearchEntry, 'title' | 'page' | 'excerpt'>

/** Terms of fewer characters have to be spelled right. */
const FUZZY_LENGTH = 5

/** How the index is built and searched: the same on the server and in the browser. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    // A page goes before its sections, and the guide before the reference, whose paths repeat the words of their page.
    boostDocument: (id) => (String(id).includes('#') ? 1 : 3) * (String(id).startsWith('/docs/api/') ? 1 : 4),
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length < FUZZY_LENGTH ? false : 0.2),
  },
}
