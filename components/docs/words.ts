import { formatCount } from '../format/format-count'

/** The texts around the pages of the documentation; the pages themselves are Markdown in `docs/guide`. */
export const words = {
  title: 'Documentation',
  description:
    'Verbatim turns a video or audio link, or a file, into a timestamped transcript: in the browser, over the API, or from an assistant.',
  overview: 'Overview',
  pageOf: (title: string) => `Documentation: ${title}`,
  onThisPage: 'On this page',
  beside: 'Previous and next page',
  before: 'Previous',
  next: 'Next',
  asMarkdown: 'View as Markdown',
  exampleLanguage: 'Example language',
  copy: 'Copy',
  search: 'Search docs',
  searchKey: '/',
  searchTitle: 'Search results',
  searchHint: 'Type a word, an error code or a path of the API.',
  searchLoading: 'Loading the search…',
  searchFailed: 'The search couldn’t be loaded. Close it and try again.',
  searchResults: (count: number) =>
    count === 0 ? 'No results' : `${formatCount(count)} result${count === 1 ? '' : 's'}`,
} as const
