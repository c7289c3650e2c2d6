import { fileContent, toStream } from '@/lib/archive/documents/stream-document'
import { FORMATS, type Format, type Transcript } from '@/lib/captions/transcript'
import { titledAttachment } from '@/lib/platform/http/content-disposition'

const FILES: Readonly<Record<Format, { mediaType: string; ending: string }>> = {
  json: { mediaType: 'application/json', ending: 'json' },
  text: { mediaType: 'text/plain', ending: 'txt' },
  srt: { mediaType: 'application/x-subrip', ending: 'srt' },
  vtt: { mediaType: 'text/vtt', ending: 'vtt' },
  markdown: { mediaType: 'text/markdown', ending: 'md' },
}

/** The format of a file by how its name ends (`md`); null where none ends like that. */
export function formatOfEnding(ending: string): Format | null {
  return FORMATS.find((format) => FILES[format].ending === ending) ?? null
}

/**
 * A transcript, asked for in a format, as a file of it under its title, sent as it is read where its text is too large to be
 * in memory. `headers` say who may keep it.
 */
export function transcriptFile(
  transcript: Partial<Transcript>,
  format: Format,
  { headers, signal }: { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Response {
  const { mediaType, ending } = FILES[format]
  const chunks = fileContent(transcript, signal)
  const body = transcript.document
    ? toStream(chunks, signal, async () => void (await chunks.return()))
    : (transcript.content ?? `${JSON.stringify(transcript, null, 2)}\n`)
  return new Response(body, {
    headers: {
      ...headers,
      'content-type': `${mediaType}; charset=utf-8`,
      'content-disposition': titledAttachment(transcript.title ?? 'transcript', ending),
    },
  })
}
