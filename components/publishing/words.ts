import type { ReactNode } from 'react'
import { formatCount } from '../format-count'

/** What is said about transcripts that anybody may read. */
export const words = {
  title: 'Publishing',
  lead: 'Pages that anybody can read. The media of an upload stays private.',
  untitled: 'Untitled recording',
  nothing: 'Nothing is published',
  nothingText:
    'Open a transcript and choose Publish: it gets a page that anybody can read, without an account, and that search engines find.',
  choose: 'Choose a transcript',
  publish: 'Publish',
  isPublic: 'Published',
  publishIt: 'Publish it',
  publishText:
    'Publishing gives this transcript a page that anybody can read and search engines find. The media of an upload stays private.',
  readAt: 'Anybody can read it at',
  copyAddress: 'Copy the address',
  copyAddressOf: (slug: string) => `Copy the address of ${slug}`,
  addressCopied: 'Address copied',
  unpublish: 'Unpublish',
  unpublishOf: (slug: string) => `Unpublish ${slug}`,
  unpublishIt: 'Unpublish it',
  keep: 'Keep it',
  forGood: 'Its address stops working at once, for good.',
  unpublished: 'It is not public any more',
  facts: (facts: string, day: ReactNode) => [facts, ' · published ', day],
  pages: 'Pages',
  newer: 'Newer',
  older: 'Older',
  range: (from: number, to: number, total: number) =>
    `${formatCount(from)} to ${formatCount(to)} of ${formatCount(total)}`,
} as const
