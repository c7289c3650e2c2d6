import type { ReactNode } from 'react'

/** The text of the front page of an account. */
export const words = {
  title: 'New transcript',
  noScript: 'This form needs JavaScript. The API and the command line work without it.',
  running: 'In progress',
  recent: 'Recent transcripts',
  all: 'All transcripts',
  emptyTitle: 'No transcripts yet',
  emptyText:
    'Your transcripts are listed here. Existing captions load instantly; transcription continues if you close the tab.',
  left: (left: string, resets: ReactNode) => [`${left} left until `, resets, ' · Captions count too'],
  almostUsed: (left: string, resets: ReactNode) => [`Only ${left} left until `, resets, '. See plans'],
  noneLeft: (resets: ReactNode) => ['No minutes left until ', resets, '. See plans'],
} as const
