import type { DownloadFacts } from '../download-facts'

/** A worker process writes the document (`lib/archive/render/render-docx.ts`). */
export const facts = {
  id: 'docx',
  aliases: [],
  label: 'Word',
  name: 'Word document',
  ending: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  content: 'a Word document',
  isSubtitles: false,
  isBinary: true,
} as const satisfies DownloadFacts
