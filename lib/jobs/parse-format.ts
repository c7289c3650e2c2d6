import { eitherOf } from '@/lib/captions/text/either-of'
import { canonicalFormat, FORMATS, type Format } from '@/lib/captions/transcript'
import { Problem } from '@/lib/core/problem/problem'

/** A format by name. Throws `unsupported_format`, listing those there are. */
export function parseFormat(name: string): Format {
  const format = canonicalFormat(name)
  if (format) return format
  throw new Problem('unsupported_format', {
    detail: `Format should be ${eitherOf(FORMATS)}.`,
    context: { field: 'format', input: name.slice(0, 100), supported: FORMATS },
  })
}
