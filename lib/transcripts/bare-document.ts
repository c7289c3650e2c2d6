import { parseAccept } from 'hono/utils/accept'
import type { Format, Transcript } from '@/lib/captions/transcript'

const MEDIA_TYPES: Readonly<Record<string, Format>> = {
  'text/plain': 'text',
  'application/x-subrip': 'srt',
  'text/vtt': 'vtt',
  'text/markdown': 'markdown',
}

/**
 * The media type to answer a transcript with as a bare document: only for a client that names that very type in `Accept`
 * and asked for the format. `*` and `text/*` get JSON like everyone.
 */
export function bareDocumentType(accept: string | null, transcript: Transcript): string | null {
  const taken = parseAccept(accept ?? '').filter(({ q }) => q > 0)
  const named = taken.map(({ type }) => type.toLowerCase())
  const wanted = named.find((type) => Object.hasOwn(MEDIA_TYPES, type) && MEDIA_TYPES[type] === transcript.format)
  return wanted ? `${wanted}; charset=utf-8` : null
}
