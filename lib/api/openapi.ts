import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { idempotencyHeaders, ifMatchHeaders } from '@/lib/http/validation/validate-request'
import { env } from '@/lib/platform/env'
import type { Operation, OperationResponse } from '@/lib/platform/operations/operation'
import { problemSchema, validationErrorSchema } from '@/lib/platform/problem/problem-schema'
import type { ProblemCode } from '@/lib/platform/problem/problem-table'
import { VERSION } from '@/lib/platform/version'
import { describeAccess } from './describe-access'
import { describeDocument } from './describe-document'
import { GENERAL_PROBLEMS, problemsByStatus } from './problems-of'
import { routes } from './routes'
import { addSamples } from './samples/add-samples'
import { type ApiDocument, readDocument } from './samples/read-document'
import { webhookMessages } from './webhook-messages'

const PROBLEM_CONTENT = { 'application/problem+json': { schema: problemSchema } }
const ERROR_CODES = 'x-error-codes'

/** The codes as a reader sees them. */
const listCodes = (codes: readonly ProblemCode[]) => codes.map((code) => `\`${code}\``).join(', ')

const ANY_OTHER = {
  description: `Any other error: ${listCodes(GENERAL_PROBLEMS)}`,
  content: PROBLEM_CONTENT,
  [ERROR_CODES]: GENERAL_PROBLEMS,
}

/** The 422 of an operation; with OAuth's error code beside it where clients read nothing else. */
function invalid({ invalidAs }: Operation) {
  const schema = invalidAs ? validationErrorSchema.extend({ error: z.literal(invalidAs) }) : validationErrorSchema
  return { description: 'Validation error', content: { 'application/json': { schema } } }
}

/** Problem details have a media type of their own (RFC 9457). */
const jsonType = (schema: OperationResponse['schema']) =>
  schema === problemSchema ? 'application/problem+json' : 'application/json'

function toResponse({ description, schema, mediaTypes }: OperationResponse): RouteConfig['responses'][string] {
  const documents = (mediaTypes ?? []).map((type) => [type, { schema: { type: 'string' as const } }] as const)
  const content = { ...(schema ? { [jsonType(schema)]: { schema } } : {}), ...Object.fromEntries(documents) }
  return Object.keys(content).length > 0 ? { description, content } : { description }
}

function toRequest({
  params,
  query,
  body,
  rawBody,
  idempotencyKey,
  ifMatch,
}: Operation): NonNullable<RouteConfig['request']> {
  const raw = rawBody && {
    description: rawBody.description,
    content: { [rawBody.mediaType]: { schema: rawBody.form ?? { type: 'string' as const, format: 'binary' } } },
  }
  const json = body && { required: true, content: { 'application/json': { schema: body } } }
  return {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(idempotencyKey ? { headers: idempotencyHeaders } : {}),
    ...(ifMatch ? { headers: ifMatchHeaders[ifMatch] } : {}),
    ...(json || raw ? { body: json ?? raw } : {}),
  } as NonNullable<RouteConfig['request']>
}

function toSecurity({ access, optionalScope }: Operation): Pick<RouteConfig, 'security'> {
  if (access !== 'public') return { security: [{ bearer: [] }] }
  return optionalScope ? { security: [{}, { bearer: [] }] } : {}
}

/** The responses with an error, by status. One that the operation describes itself has its codes added. */
function errorResponses(operation: Operation): RouteConfig['responses'] {
  const checked = operation.params || operation.query || operation.body
  const codes = problemsByStatus(operation)
  if (checked && !codes.has(422)) codes.set(422, [])
  const responses = [...codes].map(([status, known]) => {
    const declared = operation.answers[status]
    const plain =
      status === 422
        ? {
            ...invalid(operation),
            description: ['A field is missing or invalid', ...known.map((code) => `\`${code}\``)].join(', '),
          }
        : { description: listCodes(known), content: PROBLEM_CONTENT }
    const response = declared ? toResponse(declared) : plain
    return [status, { ...response, ...(known.length > 0 ? { [ERROR_CODES]: known } : {}) }] as const
  })
  return Object.fromEntries(responses)
}

function toRouteConfig(operation: Operation): RouteConfig {
  const answers = Object.entries(operation.answers).map(([status, answer]) => [status, toResponse(answer)] as const)
  return {
    operationId: operation.id,
    method: operation.method,
    path: operation.path,
    summary: operation.summary,
    description: [operation.description, describeAccess(operation)].filter(Boolean).join('\n\n'),
    tags: [operation.tag],
    request: toRequest(operation),
    ...toSecurity(operation),
    responses: { ...Object.fromEntries(answers), ...errorResponses(operation), default: ANY_OTHER },
  }
}

/** The API's OpenAPI 3.1 document, made of the very declarations that requests are checked against. */
export function openApiDocument(): Record<string, unknown> {
  const { openAPIRegistry, ...app } = new OpenAPIHono()
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const { operation } of routes) openAPIRegistry.registerPath(toRouteConfig(operation))
  for (const message of webhookMessages()) openAPIRegistry.registerWebhook(message)
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Verbatim',
      version: VERSION,
      description: 'Turns any video or audio link, or a file, into a timestamped transcript.',
    },
    servers: [{ url: env().baseUrl }],
  })
  const accessById = new Map(routes.map(({ operation: { id, access } }) => [id, access]))
  return addSamples(describeDocument({ ...document }, env().baseUrl), accessById)
}

/** The document, read back: what is declared is what is described. */
export function apiDocument(): ApiDocument {
  return readDocument(openApiDocument())
}
