import { formatCount } from '../format/format-count'

/** The texts about published transcripts. */
export const words = {
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
  save: 'Save',
  saved: 'Public page updated',
  views: (count: number) => (count === 1 ? '1 view' : `${formatCount(count)} views`),
  copyAddress: 'Copy link',
  addressCopied: 'Link copied',
  copyEmbed: 'Copy embed code',
  embedCopied: 'Embed code copied',
  embedTitle: 'Transcript',
  unpublish: 'Unpublish',
  unpublished: 'Unpublished. The link has stopped working.',
  undo: 'Undo',
} as const
