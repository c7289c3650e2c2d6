import type { DownloadFacts } from '../download-facts'

/** A worker process writes the document (`lib/archive/render/pdf/render-pdf.ts`). */
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
