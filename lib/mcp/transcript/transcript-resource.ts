import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { streamBare } from '@/lib/archive/documents/stream-document'
import type { LargeDocument } from '@/lib/captions/transcript'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem } from '@/lib/core/problem/problem-body'
import { findUserTranscript } from '@/lib/library/find-user-transcript'
import { type Caller, requireScopes } from '../caller'

const MIME_TYPE = 'text/markdown'

/** The largest text that is given whole: ten hours of speech. */
const MAX_BYTES = 1024 * 1024

const TOO_LONG =
  'This transcript is too long to be given whole. Call get_transcript for its link: it gives such a text page by page.'

/** An error as the protocol has them: what is not a problem of ours says nothing of the inside. */
function toProtocolError(error: unknown, uri: string, { requestId }: Caller): Error {
  if (!(error instanceof Problem)) log.error('a resource could not be read', { request_id: requestId, error })
  const { code, message } = toProblem(error)
  if (code === 'not_found') return new ResourceNotFoundError(uri)
  return new ProtocolError(ProtocolErrorCode.InternalError, message, { code, request_id: requestId })
}

/** The document of a large text. Throws `file_too_large` for one that is too long for a resource. */
async function readWhole(document: LargeDocument, signal: AbortSignal): Promise<string> {
  const { bytes, body } = await streamBare(document, signal)
  if (bytes <= MAX_BYTES) return await new Response(body).text()
  await body.cancel()
  throw new Problem('file_too_large', { detail: TOO_LONG })
}

/** Offers the caller's transcripts as resources, whole, each under `transcript://` and its id. */
export function registerTranscriptResource(server: McpServer, caller: Caller): void {
  server.registerResource(
    'transcript',
    new ResourceTemplate('transcript://{id}', { list: undefined }),
    {
      title: 'Transcript',
      description: "One of the user's transcripts, complete, with linked times; get_transcript returns its id",
      mimeType: MIME_TYPE,
      scopeChallenge: requireScopes(['transcripts:read']),
    },
    async (uri, { id }, { mcpReq: { signal } }) => {
      try {
        const transcript = await findUserTranscript(caller.actor, String(id), 'markdown')
        const { document } = transcript
        const text = document ? await readWhole(document, signal) : (transcript.content ?? '')
        return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text }] }
      } catch (error) {
        throw toProtocolError(error, uri.href, caller)
      }
    },
  )
}
