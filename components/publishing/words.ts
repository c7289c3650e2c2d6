import type { ReactNode } from 'react'
import { formatCount } from '../format/format-count'

/** The texts about published transcripts. */
export const words = {
  title: 'Published transcripts',
  lead: 'Anyone can read these pages. Your files stay private.',
  untitled: 'Untitled recording',
  nothing: 'No published transcripts',
  nothingText:
    'Open a transcript and choose Publish. It gets a public page that anyone can read without an account and search engines can find.',
  choose: 'Choose a transcript',
  publish: 'Publish',
  isPublic: 'Published',
  publishIt: 'Publish transcript',
  publishText: 'This transcript gets a public page that anyone can read. Uploaded media stays private.',
  readAt: 'Public link',
  unlisted: 'Unlisted',
  unlistedText: 'Only people with the link can find it. Search engines are asked to leave it out.',
  settings: 'Link and listing',
  ownSlug: 'Link ends with',
  expires: 'Expires on',
  expiresHint: 'The page works until the end of this day. Leave it empty to keep the page.',
  expired: 'Expired',
  save: 'Save',
  saved: 'Public page updated',
  views: (count: number) => (count === 1 ? '1 view' : `${formatCount(count)} views`),
  copyAddress: 'Copy link',
  copyAddressOf: (slug: string) => `Copy link to ${slug}`,
  addressCopied: 'Link copied',
  copyEmbed: 'Copy embed code',
  embedCopied: 'Embed code copied',
  embedTitle: 'Transcript',
  unpublish: 'Unpublish',
  unpublishOf: (slug: string) => `Unpublish ${slug}`,
  unpublished: 'Unpublished. The link has stopped working.',
  undo: 'Undo',
  facts: (facts: string, day: ReactNode) => [facts, ' · published ', day],
  pages: 'Pages',
  newer: 'Previous',
  older: 'Next',
  range: (from: number, to: number, total: number) =>
    `${formatCount(from)} to ${formatCount(to)} of ${formatCount(total)}`,
} as const
