import { parseAccept } from 'hono/utils/accept'
import { documentStream, streamBare } from '@/lib/archive/documents/stream-document'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { contentType, formatOfMediaType, isBinary } from '@/lib/captions/document-files'
import type { Format, Transcript } from '@/lib/captions/transcript'
import type { Reply } from '@/lib/core/operations/route'

/** The formats whose very media types a client names in `Accept`. `*` and `text/*` name none. */
function namedFormats(accept: string | null): DownloadFormat[] {
  const taken = parseAccept(accept ?? '').filter(({ q }) => q > 0)
  return taken.flatMap(({ type }) => formatOfMediaType(type.toLowerCase()) ?? [])
}

/**
 * The format to render for a request: a Word document or a PDF for a client that names its media type in `Accept`, unless it names
 * that of the format that it asks for too.
 */
export function renderedFormat(accept: string | null, format: Format): DownloadFormat {
  const named = namedFormats(accept)
  return named.includes(format) ? format : (named.find(isBinary) ?? format)
}

/**
 * The media type for a bare document: only for a client that names that very type in `Accept` and requested the format.
 * `*` and `text/*` get JSON.
 */
export function bareDocumentType(
  accept: string | null,
  { format, document }: Pick<Transcript, 'format' | 'document'>,
): string | null {
  const rendered = document?.format ?? format
  return namedFormats(accept).includes(rendered) ? contentType(rendered) : null
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
