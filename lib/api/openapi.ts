import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { idempotencyHeaders, ifMatchHeaders } from '@/lib/http/validation/validate-request'
import { env } from '@/lib/platform/env'
import type { Operation, OperationResponse } from '@/lib/platform/operations/operation'
import { problemSchema, validationErrorSchema } from '@/lib/platform/problem/problem-schema'
import { VERSION } from '@/lib/platform/version'
import { describeDocument } from './describe-document'
import { routes } from './routes'

const PROBLEM = { description: 'The error', content: { 'application/problem+json': { schema: problemSchema } } }
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

function toRouteConfig(operation: Operation): RouteConfig {
  const answers = Object.entries(operation.answers).map(([status, answer]) => [status, toResponse(answer)] as const)
  const checked = operation.params || operation.query || operation.body
  return {
    operationId: operation.id,
    method: operation.method,
    path: operation.path,
    summary: operation.summary,
    tags: [operation.tag],
    request: toRequest(operation),
    ...toSecurity(operation),
    responses: { ...Object.fromEntries(answers), ...(checked ? { 422: invalid(operation) } : {}), default: PROBLEM },
  }
}

/** The API's OpenAPI 3.1 document, made of the very declarations that requests are checked against. */
export function openApiDocument(): Record<string, unknown> {
  const { openAPIRegistry, ...app } = new OpenAPIHono()
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const { operation } of routes) openAPIRegistry.registerPath(toRouteConfig(operation))
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Verbatim',
      version: VERSION,
      description: 'Turns any video or audio link, or a file, into a timestamped transcript.',
    },
    servers: [{ url: env().baseUrl }],
  })
  return describeDocument({ ...document }, env().baseUrl)
}
