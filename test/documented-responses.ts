import type { Hono } from 'hono'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { PROBLEMS } from '@/lib/core/problem/problem-table'
import { aside } from './event-loop-watch'

type Schema = Record<string, unknown>
type Content = Record<string, { schema?: Schema }>
type Answer = { content?: Content; 'x-error-codes'?: string[] }
type Documented = { path: RegExp; responses: Record<string, Answer> }
type Document = {
  paths: Record<string, Record<string, { responses: Documented['responses'] }>>
  components: { schemas: Record<string, Schema> }
}

/** The client has disconnected and reads no response. */
const CLIENT_GONE = 499
const errorShape = z.object({
  code: z.string().optional(),
  detail: z.union([z.string(), z.array(z.object({ type: z.string() }))]).optional(),
})
const openAiShape = z.object({ error: z.object({ code: z.string() }) })
const REFERENCE = '#/components/schemas/'

/** A schema in which an object has no fields beside those that the document names. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) =>
    name === '$ref' ? [name, String(inner).replace(REFERENCE, '#/$defs/')] : [name, closed(inner)],
  )
  const schema = Object.fromEntries(entries)
  const isObject = typeof schema.properties === 'object' && schema.additionalProperties === undefined
  return isObject ? { ...schema, additionalProperties: false } : schema
}

function compile(document: Document): (schema: Schema) => z.ZodType {
  const definitions = closed(document.components.schemas)
  // Most operations answer with the same few schemas, and compiling any copies all definitions.
  const compiled = new Map<string, z.ZodType>()
  return (schema) => {
    const text = JSON.stringify(schema)
    const known = compiled.get(text)
    if (known) return known
    const made = z.fromJSONSchema({ ...(closed(schema) as object), $defs: definitions } as never)
    compiled.set(text, made)
    return made
  }
}

function documentedOperations({ paths }: Document): Map<string, Documented[]> {
  const operations = new Map<string, Documented[]>()
  for (const [path, methods] of Object.entries(paths)) {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[a-z_]{1,40}\}/g, '[^/]+')}/?$`)
    for (const [method, { responses }] of Object.entries(methods)) {
      const known = operations.get(method.toUpperCase()) ?? []
      operations.set(method.toUpperCase(), [...known, { path: pattern, responses }])
    }
  }
  // Literal paths match before paths with parameters.
  for (const known of operations.values())
    known.sort((a, b) => Number(a.path.source.includes('[^/]')) - Number(b.path.source.includes('[^/]')))
  return operations
}

/** The codes of the problems in an error's body, in any of its forms. */
function codesIn(body: unknown): string[] {
  const openAi = openAiShape.safeParse(body)
  if (openAi.success) return [openAi.data.error.code].filter((known) => known in PROBLEMS)
  const { code, detail } = errorShape.parse(body)
  const types = Array.isArray(detail) ? detail.map(({ type }) => type) : []
  return [...(code ? [code] : []), ...types].filter((known) => known in PROBLEMS)
}

type Judge = (method: string, path: string, response: Response) => Promise<string | null>

/** How an answer differs from what `/openapi.json` says of its operation and status; null where it does not. */
function makeJudge(document: Document): Judge {
  const operations = documentedOperations(document)
  const schemaOf = compile(document)
  return async (method, path, response) => {
    const { status } = response
    const operation = operations.get(method === 'HEAD' ? 'GET' : method)?.find((one) => one.path.test(path))
    if (!operation || status === CLIENT_GONE) return null
    const documented = operation.responses[status] ?? (status >= 400 ? operation.responses.default : undefined)
    if (!documented) return `the status ${status} is not documented`
    if (method === 'HEAD') return null
    const type = response.headers.get('content-type')?.split(';')[0] ?? null
    const { content = {} } = documented
    if (type === null) return Object.keys(content).length === 0 ? null : `${status} has no content type`
    const schema = content[type]?.schema ?? content[Object.keys(content).find((known) => known === '*/*') ?? '']?.schema
    if (!schema) return `${status} as ${type} is not documented, but as ${Object.keys(content).join(', ') || 'nothing'}`
    if (!type.endsWith('json')) return null
    // A response that breaks off says nothing that could be wrong.
    const text = await response.text().catch(() => null)
    if (text === null) return null
    const body: unknown = JSON.parse(text)
    const listed = [documented, operation.responses.default].flatMap((one) => one?.['x-error-codes'] ?? [])
    const unlisted = status >= 400 ? codesIn(body).filter((code) => !listed.includes(code)) : []
    if (unlisted.length > 0) return `${status} with the code ${unlisted.join(', ')} is not documented`
    const { error } = aside(() => schemaOf(schema).safeParse(body))
    return error ? `${status} of another shape: ${z.prettifyError(error)}` : null
  }
}

/** All test files of a process share the judge: every service has the same document. */
let shared: Promise<Judge> | undefined

async function judgeOf(answer: Hono['fetch']): Promise<Judge> {
  const response = await answer(new Request('http://localhost/openapi.json'))
  const document = (await response.json()) as Document
  return aside(() => makeJudge(document))
}

/** Copies the body of JSON only: streams and files are left to the caller. */
function copyOf(response: Response): Response {
  const { status, headers } = response
  return headers.get('content-type')?.includes('json') ? response.clone() : new Response(null, { status, headers })
}

/**
 * Compares the status, media type and body of every response that an API gives after `check` with `/openapi.json`. A
 * difference fails the test file in `afterAll`. Call this first, so that it runs after all other cleanup.
 */
export function documentedResponses(): { check: (app: Hono) => void } {
  const faults = new Set<string>()
  const checks: Promise<void>[] = []
  afterAll(async () => {
    await Promise.all(checks)
    if (faults.size > 0) throw new Error(['/openapi.json says otherwise:', ...faults].join('\n'))
  })
  return {
    check: (app) => {
      const answer = app.fetch
      const note = async (request: Request, response: Response) => {
        shared ??= judgeOf(answer)
        const { pathname } = new URL(request.url)
        const fault = await (await shared)(request.method, pathname, response)
        if (fault) faults.add(`${request.method} ${pathname}: ${fault}`)
      }
      app.fetch = async (request, ...others) => {
        const response = await answer(request, ...others)
        checks.push(note(request, copyOf(response)))
        return response
      }
    },
  }
}
