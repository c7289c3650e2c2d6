import { canonicalFormat, type DownloadFormat, FORMATS } from './transcript'

/** A document as a file, by its format: its media type, and how its name ends. */
export const DOCUMENT_FILES: Readonly<Record<DownloadFormat, { mediaType: string; ending: string }>> = {
  json: { mediaType: 'application/json', ending: 'json' },
  text: { mediaType: 'text/plain', ending: 'txt' },
  srt: { mediaType: 'application/x-subrip', ending: 'srt' },
  vtt: { mediaType: 'text/vtt', ending: 'vtt' },
  ttml: { mediaType: 'application/ttml+xml', ending: 'ttml' },
  ass: { mediaType: 'text/x-ssa', ending: 'ass' },
  markdown: { mediaType: 'text/markdown', ending: 'md' },
  docx: { mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', ending: 'docx' },
}

/** Everything that a transcript can be downloaded as. */
export const DOWNLOAD_FORMATS: readonly DownloadFormat[] = [...FORMATS, 'docx']

/** The format that a download is named after, by any of its names (`md`); null for an unknown name. */
export function downloadFormat(name: string): DownloadFormat | null {
  return name.trim().toLowerCase() === 'docx' ? 'docx' : canonicalFormat(name)
}

/** The format of a file by how its name ends (`md`); null where none ends like that. */
export function formatOfEnding(ending: string): DownloadFormat | null {
  return DOWNLOAD_FORMATS.find((format) => DOCUMENT_FILES[format].ending === ending) ?? null
}

const BARE_FORMATS = DOWNLOAD_FORMATS.filter((format) => format !== 'json')

/** The media types by which a document is requested without JSON around it. */
export const BARE_MEDIA_TYPES: readonly string[] = BARE_FORMATS.map((format) => DOCUMENT_FILES[format].mediaType)

/** The format of a bare document's media type, in lower case; null for any other. */
export function formatOfMediaType(mediaType: string): DownloadFormat | null {
  return BARE_FORMATS.find((format) => DOCUMENT_FILES[format].mediaType === mediaType) ?? null
}
