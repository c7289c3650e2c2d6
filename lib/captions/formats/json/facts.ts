import type { DownloadFacts } from '../download-facts'

export const facts = {
  id: 'json',
  aliases: [],
  label: 'JSON',
  name: 'JSON',
  ending: 'json',
  mediaType: 'application/json',
  content: '`text` in paragraphs, and timestamped `segments`',
  isSubtitles: false,
} as const satisfies DownloadFacts
