import { parseJson } from './error.js'
import { OPERATIONS } from './operations.js'
import type { Operations } from './schema.js'
import { type RetryOptions, send } from './send.js'

export type ClientOptions = {
  /** Default: the environment variable `VERBATIM_API_KEY`. */
  apiKey?: string | undefined
  /** The server's URL. Default: the environment variable `VERBATIM_URL`, or `http://localhost:3000`. */
  baseUrl?: string | undefined
} & Partial<RetryOptions>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Default: a new one for each call of an operation that takes one. */
  idempotencyKey?: string | undefined
  /** The entity tag of what is changed, as it was read. */
  ifMatch?: string | undefined
}

/** Calls any operation of the API by its id in the OpenAPI document. Throws `VerbatimError`. */
export type Call = <Id extends keyof Operations>(
  id: Id,
  request: Operations[Id]['request'],
  options?: CallOptions,
) => Promise<Operations[Id]['result']>

/** What calls and uploads need. */
export type Connection = RetryOptions & { apiKey: string | undefined; baseUrl: string }

type Row = { method: string; path: string; takesKey?: true; isFile?: true }
type AnyRequest = { params?: object; query?: object; body?: unknown }

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}

/** The options with what is not given filled in. */
export function connectionOf(options: ClientOptions): Connection {
  const baseUrl = options.baseUrl ?? environment('VERBATIM_URL') ?? 'http://localhost:3000'
  return {
    apiKey: options.apiKey ?? environment('VERBATIM_API_KEY'),
    baseUrl: baseUrl.replace(/\/+$/, ''),
    maxRetries: options.maxRetries ?? 3,
    maxRetrySeconds: options.maxRetrySeconds ?? 30,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
  }
}

function addressOf(baseUrl: string, path: string, { params = {}, query = {} }: AnyRequest): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return `${baseUrl}${filled}${search.size > 0 ? `?${search}` : ''}`
}

function headersOf(connection: Connection, { body }: AnyRequest, { takesKey, isFile }: Row, options: CallOptions) {
  const headers: Record<string, string> = { accept: isFile ? '*/*' : 'application/json' }
  if (connection.apiKey) headers.authorization = `Bearer ${connection.apiKey}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.ifMatch) headers['if-match'] = options.ifMatch
  // The same for every attempt: a request that arrived, though its response did not, is not done twice.
  if (takesKey) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
  return headers
}

/** Makes `call` for a connection. */
export function createCall(connection: Connection): Call {
  return async (id, request: AnyRequest, options = {}) => {
    const row: Row = OPERATIONS[id]
    const sending = {
      method: row.method,
      headers: headersOf(connection, request, row, options),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(options.signal && { signal: options.signal }),
      isRepeatable: row.takesKey === true || row.method === 'GET' || row.method === 'PUT' || row.method === 'DELETE',
    }
    const address = addressOf(connection.baseUrl, row.path, request)
    if (row.isFile) return send(address, sending, async (response) => response, connection)
    const readText = async (response: Response) => ({ status: response.status, text: await response.text() })
    const { status, text } = await send(address, sending, readText, connection)
    return text === '' ? undefined : parseJson(text, status)
  }
}
