import type { DownloadFacts } from '../download-facts'

export const facts = {
  id: 'ttml',
  aliases: [],
  label: 'TTML',
  name: 'TTML captions',
  ending: 'ttml',
  mediaType: 'application/ttml+xml',
  content: 'TTML captions (IMSC 1.1 text profile) for broadcasting',
  isSubtitles: true,
} as const satisfies DownloadFacts
