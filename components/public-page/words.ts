import type { ReactNode } from 'react'

/** The texts of a public page besides the transcript. */
export const words = {
  siteName: 'Verbatim',
  pageTitle: (title: string) => `${title}: transcript · Verbatim`,
  missingTitle: 'Not found · Verbatim',
  copy: 'Copy',
  silence: 'No speech was found in this recording.',
  download: 'Download',
  madeWith: (site: ReactNode) => ['Published with ', site],
  takenDownTitle: 'Taken down · Verbatim',
  takenDown: 'This page has been taken down',
  gone: 'Page not found',
  goneDetail: 'No published transcript was found at this URL.',
  start: 'Create a transcript',
} as const
