import type { Operation, OperationRequest, OperationSuccess } from '@/lib/core/operations/operation'
import { type ProblemBody, problemSchema, validationErrorSchema } from '@/lib/core/problem/problem-schema'
import { oauthErrorSchema } from '@/lib/oauth/contract'

/** An answer of the API that is not a success, as a page or the command line shows it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly problem: ProblemBody

  constructor(problem: ProblemBody, options?: ErrorOptions) {
    super(problem.detail, options)
    this.problem = problem
  }
}

export type ClientOptions = {
  /** Empty in a browser: the page's own origin. */
  baseUrl?: string
  apiKey?: string
  fetch?: typeof fetch
}

export type Client = <O extends Operation>(
  operation: O,
  request: Partial<OperationRequest<O>>,
  options?: ClientCallOptions,
) => Promise<{ status: number; body: OperationSuccess<O>; etag: string | null }>

/** `ifMatch`: the entity tag of what is changed, as it was read. */
export type ClientCallOptions = { signal?: AbortSignal; ifMatch?: string | null }

type Words = Pick<ProblemBody, 'code' | 'title' | 'detail'>

/** A problem that the server has not described itself. */
function problemOf(words: Words, status: number, requestId: string | null): ProblemBody {
  const facts = { retryable: status >= 500, retry_after: null, request_id: requestId, context: {} }
  return { type: 'about:blank', ...words, status, ...facts }
}

async function readProblem(response: Response): Promise<ProblemBody> {
  const requestId = response.headers.get('x-request-id')
  const body: unknown = await response.json().catch(() => null)
  const problem = problemSchema.safeParse(body)
  if (problem.success) return problem.data
  const invalid = validationErrorSchema.safeParse(body)
  const first = invalid.success ? invalid.data.detail[0] : undefined
  if (first) {
    const words = { code: first.type, title: 'Invalid request', detail: first.msg }
    return { ...problemOf(words, 422, requestId), context: first.ctx ?? {} }
  }
  const refused = oauthErrorSchema.safeParse(body)
  if (refused.success) {
    const { error: code, error_description: detail } = refused.data
    return problemOf({ code, title: 'Request refused', detail }, response.status, requestId)
  }
  const detail = `The server answered ${response.status} without a reason.`
  return problemOf({ code: 'internal_error', title: 'Unexpected response', detail }, response.status, requestId)
}

function addressOf(baseUrl: string, operation: Operation, request: { params?: unknown; query?: unknown }): string {
  const params = (request.params ?? {}) as Record<string, unknown>
  const path = operation.path.replace(/\{([a-z_]{1,40})\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return `${baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`
}

/**
 * A typed client: give it an operation and what it takes, get its success. Throws `ApiError` with the problem for every
 * other answer, and for a server that can't be reached.
 */
export function createClient({ baseUrl = '', apiKey, fetch: send = fetch }: ClientOptions = {}): Client {
  return async (operation, request, options = {}) => {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (apiKey) headers.authorization = `Bearer ${apiKey}`
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    const init: RequestInit = { method: operation.method.toUpperCase(), headers }
    if (request.body !== undefined) init.body = JSON.stringify(request.body)
    if (options.signal) init.signal = options.signal
    if (options.ifMatch) headers['if-match'] = options.ifMatch
    let response: Response
    try {
      response = await send(addressOf(baseUrl, operation, request), init)
    } catch (error) {
      if (options.signal?.aborted) throw error
      const detail = "The server can't be reached. Check that it is running, then try again."
      const words = { code: 'service_unavailable', title: 'Server unreachable', detail }
      throw new ApiError(problemOf(words, 0, null), { cause: error })
    }
    if (!response.ok) throw new ApiError(await readProblem(response))
    const body: unknown = response.status === 204 ? undefined : await response.json()
    const etag = response.headers.get('etag')
    return { status: response.status, body: body as OperationSuccess<typeof operation>, etag }
  }
}
