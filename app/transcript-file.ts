import { fileContent, toStream } from '@/lib/archive/documents/stream-document'
import { DOCUMENT_FILES } from '@/lib/captions/document-files'
import type { DownloadFormat, Transcript } from '@/lib/captions/transcript'
import { titledAttachment } from '@/lib/platform/http/content-disposition'

/**
 * A transcript, asked for in a format, as a file of it under its title, sent as it is read where its text is too large to be
 * in memory. `headers` say who may keep it.
 */
export function transcriptFile(
  transcript: Partial<Transcript>,
  format: DownloadFormat,
  { headers, signal }: { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Response {
  const { mediaType, ending } = DOCUMENT_FILES[format]
  const chunks = fileContent(transcript, signal)
  const body = transcript.document
    ? toStream(chunks, signal, async () => void (await chunks.return()))
    : (transcript.content ?? `${JSON.stringify(transcript, null, 2)}\n`)
  return new Response(body, {
    headers: {
      ...headers,
      'content-type': format === 'docx' ? mediaType : `${mediaType}; charset=utf-8`,
      'content-disposition': titledAttachment(transcript.title ?? 'transcript', ending),
    },
  })
}
