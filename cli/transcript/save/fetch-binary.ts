import type { Context } from '@/cli/context'
import { ApiError } from '@/lib/api/client'
import { type BinaryFormat, DOCUMENT_FILES } from '@/lib/captions/document-files'
import type { Transcript } from '@/lib/captions/transcript'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { readTranscription } from '@/lib/library/contract'

/** A transcript as a Word document or a PDF. Throws `ApiError` with the server's problem where there is one. */
export async function fetchBinary(
  context: Context,
  { id }: Pick<Transcript, 'id'>,
  format: BinaryFormat,
): Promise<Uint8Array> {
  const path = readTranscription.path.replace('{id}', encodeURIComponent(id))
  const accept = DOCUMENT_FILES[format].mediaType
  const response = await context.send(`${context.baseUrl}${path}`, { headers: { accept }, signal: context.signal })
  if (response.ok && response.headers.get('content-type') === accept)
    return new Uint8Array(await response.arrayBuffer())
  const problem = problemSchema.safeParse(await response.json().catch(() => null))
  if (problem.success) throw new ApiError(problem.data)
  throw new Error(`The server answered ${response.status} and sent no ${format}.`)
}
