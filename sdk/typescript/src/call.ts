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

/** Calls an operation of `Operations` by its id in the OpenAPI document. Throws `VerbatimError`. */
export type Call = <Id extends keyof Operations>(
  id: Id,
  request: Operations[Id]['request'],
  options?: CallOptions,
) => Promise<Operations[Id]['result']>

export type Connection = RetryOptions & { apiKey: string | undefined; baseUrl: string }

type Row = { method: string; path: string; takesKey?: true; isFile?: true }
type AnyRequest = { params?: object; query?: object | undefined; body?: unknown }

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name] || undefined
}

/** The options with what is not given filled in. */
export function connectionOf(options: ClientOptions): Connection {
  const baseUrl = options.baseUrl ?? environment('VERBATIM_URL') ?? 'http://localhost:3000'
  return {
    apiKey: checkedKey(options.apiKey ?? environment('VERBATIM_API_KEY')),
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    maxRetries: options.maxRetries ?? 3,
    maxRetrySeconds: options.maxRetrySeconds ?? 30,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
  }
}

/** A value within a path. Some would name another path. */
function pathPart(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..') {
    throw new TypeError(`${name} is '${value}', which nothing is named. Pass its ID.`)
  }
  return encodeURIComponent(value)
}

/** A random UUID. `crypto.randomUUID` is missing in pages that were not loaded by HTTPS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'[(bytes[8] ?? 0) % 4]
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-')
}

/** The key, unless no header can hold it. */
function checkedKey(key: string | undefined): string | undefined {
  if (!key || /^[!-~]+$/.test(key)) return key
  throw new TypeError('The API key has a character that no key has. Check apiKey or VERBATIM_API_KEY.')
}

function addressOf(baseUrl: string, path: string, { params = {}, query = {} }: AnyRequest): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathPart(name, String(values.get(name) ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return `${baseUrl}${filled}${text && `?${text}`}`
}

function headersOf(connection: Connection, { body }: AnyRequest, { takesKey, isFile }: Row, options: CallOptions) {
  const headers: Record<string, string> = { accept: isFile ? '*/*' : 'application/json' }
  if (connection.apiKey) headers.authorization = `Bearer ${connection.apiKey}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.ifMatch) headers['if-match'] = options.ifMatch
  // One key for all attempts: a request that arrived, though its response did not, is not done twice.
  if (takesKey) headers['idempotency-key'] = options.idempotencyKey ?? newKey()
  // Throws for what no header can hold, before anything is sent.
  new Headers(headers)
  return headers
}

/** Makes `call` for a connection. */
export function createCall(connection: Connection): Call {
  return async (id, request: AnyRequest, options = {}) => {
    const row: Row | undefined = OPERATIONS[id]
    if (!row) throw new TypeError(`This package has no operation ${id}.`)
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
