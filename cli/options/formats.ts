import { InvalidArgumentError } from 'commander'
import {
  DOCUMENT_FILES,
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  downloadFormat,
  isBinary,
} from '@/lib/captions/document-files'
import { jsonFormat } from '@/lib/captions/transcript'
import { Failure } from '../failure/failure'
import { formatOfName } from '../transcript/save/file-name'

export const FORMAT_OPTION = `${DOWNLOAD_FORMATS.join(', ')} (default: by the ending of -o, else text)`

/** A format as people write it (md, txt). Throws what commander shows as wrong usage. */
export function parseFormat(name: string): DownloadFormat {
  const format = downloadFormat(name)
  if (format) return format
  throw new InvalidArgumentError(`It is one of ${DOWNLOAD_FORMATS.join(', ')}.`)
}

/**
 * The format that is meant: the one named, else by the ending of the file to write, else text; an object with --json. Throws
 * `usage` for a Word document or a PDF without a file to write.
 */
export function meantFormat(
  named: DownloadFormat | undefined,
  output: string | undefined,
  json: boolean,
): DownloadFormat {
  const format = named ?? (output === undefined ? null : formatOfName(output)) ?? (json ? 'json' : 'text')
  if (isBinary(format) && (output === undefined || output === '-')) {
    const file = `talk.${DOCUMENT_FILES[format].ending}`
    throw new Failure('usage', `The format ${format} is written to a file. Name it with -o, such as -o ${file}.`)
  }
  return format
}

/** The format to request for one that is meant: a Word document or a PDF is fetched when the transcript is there. */
export const requestedFormat = jsonFormat
