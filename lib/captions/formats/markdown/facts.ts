import type { DownloadFacts } from '../download-facts'

export const facts = {
  id: 'markdown',
  aliases: ['md'],
  label: 'Markdown',
  name: 'Markdown',
  ending: 'md',
  mediaType: 'text/markdown',
  content: 'title, link, and a linked timestamp for each paragraph',
  isSubtitles: false,
} as const satisfies DownloadFacts
