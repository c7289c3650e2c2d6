import type { DownloadFacts } from '../download-facts'

export const facts = {
  id: 'pdf',
  aliases: [],
  label: 'PDF',
  name: 'PDF',
  ending: 'pdf',
  mediaType: 'application/pdf',
  content: 'a PDF to read and print',
  isSubtitles: false,
  isBinary: true,
} as const satisfies DownloadFacts
