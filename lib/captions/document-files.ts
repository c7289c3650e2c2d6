import { DOWNLOADS } from './formats/downloads'

export type DownloadFormat = (typeof DOWNLOADS)[number]['id']

/** The formats that a field of JSON cannot hold: they are downloads only. */
export type BinaryFormat = Extract<(typeof DOWNLOADS)[number], { isBinary: true }>['id']

const BINARY_FORMATS: readonly BinaryFormat[] = DOWNLOADS.flatMap((format) => ('isBinary' in format ? [format.id] : []))

export function isBinary(format: DownloadFormat): format is BinaryFormat {
  return BINARY_FORMATS.some((binary) => binary === format)
}

/** A document as a file, by its format: its media type, and how its name ends. */
export const DOCUMENT_FILES = Object.fromEntries(
  DOWNLOADS.map(({ id, mediaType, ending }) => [id, { mediaType, ending }]),
) as Readonly<Record<DownloadFormat, { mediaType: string; ending: string }>>

/** Everything that a transcript can be downloaded as. */
export const DOWNLOAD_FORMATS: readonly DownloadFormat[] = DOWNLOADS.map(({ id }) => id)

/** The formats whose text is laid out as subtitles. */
export const SUBTITLE_FORMATS: readonly DownloadFormat[] = DOWNLOADS.flatMap(({ id, isSubtitles }) =>
  isSubtitles ? [id] : [],
)

/** The format that a download is named after, by any of its names (`md`); null for an unknown name. */
export function downloadFormat(name: string): DownloadFormat | null {
  const wanted = name.trim().toLowerCase()
  const named = DOWNLOADS.find(({ id, aliases }) => id === wanted || aliases.some((alias) => alias === wanted))
  return named?.id ?? null
}

/** The format of a file by how its name ends (`md`); null where none ends like that. */
export function formatOfEnding(ending: string): DownloadFormat | null {
  return DOWNLOADS.find((format) => format.ending === ending)?.id ?? null
}

const BARE_FORMATS = DOWNLOAD_FORMATS.filter((format) => format !== 'json')

/** The media types by which a document is requested without JSON around it. */
export const BARE_MEDIA_TYPES: readonly string[] = BARE_FORMATS.map((format) => DOCUMENT_FILES[format].mediaType)

/** The type of a document as a response names it. */
export function contentType(format: DownloadFormat): string {
  const { mediaType } = DOCUMENT_FILES[format]
  return isBinary(format) ? mediaType : `${mediaType}; charset=utf-8`
}

/** The format of a bare document's media type, in lower case; null for any other. */
export function formatOfMediaType(mediaType: string): DownloadFormat | null {
  return BARE_FORMATS.find((format) => DOCUMENT_FILES[format].mediaType === mediaType) ?? null
}
