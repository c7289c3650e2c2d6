import type { DownloadFacts } from '../download-facts'

export const facts = {
  id: 'text',
  aliases: ['txt'],
  label: 'plain text',
  name: 'Plain text',
  ending: 'txt',
  mediaType: 'text/plain',
  content: 'plain text in paragraphs',
  isSubtitles: false,
} as const satisfies DownloadFacts
