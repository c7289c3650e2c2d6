import { openFile } from '@/lib/archive/documents/stream-document'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { contentType, DOCUMENT_FILES } from '@/lib/captions/document-files'
import type { Transcript } from '@/lib/captions/transcript'
import { titledAttachment } from '@/lib/core/http/content-disposition'
import { toProblem } from '@/lib/core/problem/problem-body'
import { plainResponse } from './plain-response'

/**
 * A transcript in a format as a file under its title. A text that is too large for memory is sent as it is read, once it is rendered: a
 * text that can't be rendered is answered with the sentence of its problem. `headers` say who may keep the file.
 */
export async function transcriptFile(
  transcript: Partial<Transcript>,
  format: DownloadFormat,
  { headers, signal }: { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Response> {
  const { ending } = DOCUMENT_FILES[format]
  try {
    return new Response(await openFile(transcript, signal), {
      headers: {
        ...headers,
        'content-type': contentType(format),
        'content-disposition': titledAttachment(transcript.title ?? 'transcript', ending),
      },
    })
  } catch (error) {
    const problem = toProblem(error)
    if (problem.code === 'internal_error') throw error
    return plainResponse(problem.status, problem.message)
  }
}
