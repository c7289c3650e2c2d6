import { parseAccept } from 'hono/utils/accept'
import { documentStream, streamBare } from '@/lib/archive/documents/stream-document'
import type { Format, Transcript } from '@/lib/captions/transcript'
import type { Reply } from '@/lib/platform/operations/route'

const MEDIA_TYPES: Readonly<Record<string, Format>> = {
  'text/plain': 'text',
  'application/x-subrip': 'srt',
  'text/vtt': 'vtt',
  'text/markdown': 'markdown',
}

/**
 * The media type for a bare document: only for a client that names that very type in `Accept` and requested the format.
 * `*` and `text/*` get JSON.
 */
export function bareDocumentType(accept: string | null, transcript: Transcript): string | null {
  const taken = parseAccept(accept ?? '').filter(({ q }) => q > 0)
  const named = taken.map(({ type }) => type.toLowerCase())
  const wanted = named.find((type) => Object.hasOwn(MEDIA_TYPES, type) && MEDIA_TYPES[type] === transcript.format)
  return wanted ? `${wanted}; charset=utf-8` : null
}

/**
 * The response with a transcript: as JSON, or as a bare document (see `bareDocumentType`), with `bareHeaders`. A text
 * that is too large for memory is streamed.
 */
export function transcriptReply(
  transcript: Transcript,
  accept: string | null,
  bareHeaders: Record<string, string> = {},
): Reply | Response {
  const type = bareDocumentType(accept, transcript)
  const { document } = transcript
  if (!type) return { status: 200, body: transcript, ...documentStream(document) }
  const headers = { 'content-type': type, ...bareHeaders }
  if (!document) return new Response(transcript.content ?? '', { headers })
  return { status: 200, body: undefined, headers, stream: (_, signal) => streamBare(document, signal) }
}
