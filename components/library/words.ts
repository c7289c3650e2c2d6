import { formatCount } from '../format-count'
import { PLATFORM_NAMES } from '../platform-names'

/** What the list of one's transcripts says. */
export const words = {
  title: 'Transcripts',
  lead: 'Everything you have had transcribed, and what is under way.',
  new: 'New transcript',
  search: 'Search every word',
  filters: 'Filters',
  states: { all: 'All', done: 'Done', in_progress: 'Under way', error: 'Failed' },
  platform: 'Platform',
  everyPlatform: 'Every platform',
  order: 'Order',
  orders: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    longest: 'Longest first',
    shortest: 'Shortest first',
  },
  platforms: {
    ...PLATFORM_NAMES,
    upload: 'Files',
    podcast: 'Podcasts',
  },
  untitled: 'Untitled recording',
  sources: { captions: 'Human', auto_captions: 'Automatic', speech_to_text: 'Speech' },
  sourceTitles: {
    captions: 'Captions made by people',
    auto_captions: 'Captions made by the platform, by machine',
    speech_to_text: 'Transcribed from the sound',
  },
  waiting: 'Waiting',
  progress: 'Progress',
  failed: 'Failed',
  list: 'Transcripts',
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all on this page',
  selected: (count: number) => `${formatCount(count)} selected`,
  download: 'Download',
  published: 'Published',
  clear: 'Clear the selection',
  actions: {
    publish: {
      name: 'Publish',
      title: (count: number) =>
        count === 1 ? 'Publish this transcript?' : `Publish ${formatCount(count)} transcripts?`,
      text: 'Each gets a page that anybody can read and search engines find. The media of an upload stays private.',
      keep: 'Not now',
    },
    unpublish: {
      name: 'Unpublish',
      title: (count: number) =>
        count === 1 ? 'Unpublish this transcript?' : `Unpublish ${formatCount(count)} transcripts?`,
      text: 'Their addresses stop working at once, for good. Published again, each gets a new one.',
      keep: 'Keep them public',
    },
    remove: {
      name: 'Delete',
      title: (count: number) => (count === 1 ? 'Delete this transcript?' : `Delete ${formatCount(count)} transcripts?`),
      text: 'The text, its public page and an uploaded file go at once and for good. Minutes that were used stay used; what is under way stops.',
      keep: 'Keep',
    },
  },
  done: {
    publish: (count: number) => (count === 1 ? 'Published' : `${formatCount(count)} published`),
    unpublish: (count: number) =>
      count === 1 ? 'It is not public any more' : `${formatCount(count)} are not public any more`,
    remove: (count: number) => (count === 1 ? 'Deleted' : `${formatCount(count)} deleted`),
  },
  outcome: 'What became of it',
  closeOutcome: 'Close',
  outcomes: {
    publish: (done: number, refused: number) =>
      refused === 0 ? `${formatCount(done)} published` : `${formatCount(done)} published, ${formatCount(refused)} not`,
    unpublish: (done: number, refused: number) =>
      `${formatCount(done)} not public any more, ${formatCount(refused)} still public`,
    remove: (done: number, refused: number) => `${formatCount(done)} deleted, ${formatCount(refused)} kept`,
  },
  range: (from: number, to: number, total: number, exact: boolean) =>
    `${formatCount(from)} to ${formatCount(to)} of ${exact ? '' : 'more than '}${formatCount(exact ? total : total - 1)}`,
  pages: 'Pages',
  newer: 'Previous',
  older: 'Next',
  nothingMatches: 'Nothing matches.',
  showAll: 'Show everything',
  listTitle: 'Your transcripts',
  emptyTitle: 'Nothing here yet',
  emptyText:
    'Paste a link or drop a file, and its transcript is kept here: to read, to search in and to take with you. Captions are there at once; speech goes on in the background, also when you close the tab.',
  at: (time: string) => `Read from ${time}`,
} as const
