import { InvalidArgumentError } from 'commander'
import { canonicalFormat, FORMATS, type Format } from '@/lib/captions/transcript'
import { formatOfName } from '../transcript/file-name'

/** A format as people write it (md, txt). Throws what commander shows as wrong usage. */
export function parseFormat(name: string): Format {
  const format = canonicalFormat(name)
  if (format) return format
  throw new InvalidArgumentError(`It is one of ${FORMATS.join(', ')}.`)
}

/** The format that is meant: the one named, else by the ending of the file to write, else text; an object with --json. */
export function meantFormat(named: Format | undefined, output: string | undefined, json: boolean): Format {
  return named ?? (output === undefined ? null : formatOfName(output)) ?? (json ? 'json' : 'text')
}
