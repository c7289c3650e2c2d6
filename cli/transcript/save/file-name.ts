import path from 'node:path'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { DOCUMENT_FILES, formatOfEnding } from '@/lib/captions/document-files'
import type { Transcript } from '@/lib/captions/transcript'
import type { Source } from '../../source/find-source'

const MAX_CHARACTERS = 100

/** Names that no file may have on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** The format a file's name asks for by its ending, or null. */
export function formatOfName(name: string): DownloadFormat | null {
  return formatOfEnding(path.extname(name).slice(1).toLowerCase())
}

/** Text as a file may be called on any system: nothing that means something in a path, not too long, never empty. */
function safeName(text: string): string {
  const clean = text
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const short = [...clean]
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/^\.+|(?<![. ])[. ]+$/g, '')
  return short === '' || RESERVED.test(short) ? `transcript ${short}`.trim() : short
}

/** The name of a transcript's file in a folder: that of the transcribed file, or one of title and id. */
export function fileNameOf(
  source: Source,
  { title, video_id, format }: Pick<Transcript, 'title' | 'video_id'> & { format: DownloadFormat },
): string {
  const base = source.kind === 'file' ? path.parse(source.name).name : title ? `${title} [${video_id}]` : video_id
  return `${safeName(base)}.${DOCUMENT_FILES[format].ending}`
}
