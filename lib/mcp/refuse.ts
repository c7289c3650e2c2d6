import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { toProblem, toProblemBody } from '@/lib/platform/problem-body'
import { resourceMetadataUrl } from './caller'

/** What a connector asks for when it is connected: what reading and making transcripts takes. */
const SCOPE = 'transcripts:read transcripts:write'

/** The answer to another site's page. */
export function refuseOrigin(): Response {
  const message =
    'Pages of this origin may not use this connector. Connect to it from a program, or from its own address.'
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status: 403 })
}

/** `WWW-Authenticate` of a 401 (RFC 6750 §3, RFC 9728 §5.1): a client without a credential finds from here how to get one. */
function challenge({ code }: Problem): string {
  const error = code === 'missing_credentials' ? '' : ', error="invalid_token"'
  return `Bearer realm="Verbatim"${error}, resource_metadata="${resourceMetadataUrl()}", scope="${SCOPE}"`
}

/** What kept a request from being served at all, as problem details. */
export function refuseCaller(error: unknown, requestId: string): Response {
  const problem = toProblem(error)
  if (!(error instanceof Problem)) log.error('a request to the connector failed', { request_id: requestId, error })
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (problem.status === 401) headers.set('www-authenticate', challenge(problem))
  if (problem.retryAfterSeconds !== null) headers.set('retry-after', String(problem.retryAfterSeconds))
  return new Response(JSON.stringify(toProblemBody(problem, requestId)), { status: problem.status, headers })
}
