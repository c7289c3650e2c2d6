/** What a public page says beside its text. */
export const words = {
  siteName: 'Verbatim',
  pageTitle: (title: string) => `${title}: transcript · Verbatim`,
  missingTitle: 'Not found · Verbatim',
  copy: 'Copy',
  silence: 'No speech was found in this recording.',
  downloads: 'Downloads',
  takenDownTitle: 'Taken down · Verbatim',
  takenDown: 'This page has been taken down',
  gone: 'There is nothing here',
  goneDetail: 'Nothing is published at this address, or it is no longer.',
  start: 'Start with a recording',
} as const
