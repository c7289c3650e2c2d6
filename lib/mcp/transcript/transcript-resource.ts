import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem } from '@/lib/core/problem/problem-body'
import { findUserTranscript } from '@/lib/library/find-user-transcript'
import { type Caller, requireScopes } from '../caller'

const MIME_TYPE = 'text/markdown'

const TOO_LONG =
  'This transcript is too long to be given whole. Call get_transcript for its link: it gives such a text page by page.'

/** An error as the protocol has them: what is not a problem of ours says nothing of the inside. */
function toProtocolError(error: unknown, uri: string, { requestId }: Caller): Error {
  if (!(error instanceof Problem)) log.error('a resource could not be read', { request_id: requestId, error })
  const { code, message } = toProblem(error)
  if (code === 'not_found') return new ResourceNotFoundError(uri)
  return new ProtocolError(ProtocolErrorCode.InternalError, message, { code, request_id: requestId })
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
    async (uri, { id }) => {
      try {
        const { content = '', document } = await findUserTranscript(caller.actor, String(id), 'markdown')
        if (document) throw new Problem('file_too_large', { detail: TOO_LONG })
        return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: content }] }
      } catch (error) {
        throw toProtocolError(error, uri.href, caller)
      }
    },
  )
}
