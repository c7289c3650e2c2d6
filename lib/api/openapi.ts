import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { env } from '@/lib/platform/env'
import type { Answer, Operation } from '@/lib/platform/operation'
import { problemSchema, validationErrorSchema } from '@/lib/platform/problem-schema'
import { VERSION } from '@/lib/platform/version'
import { idempotencyHeaders } from './idempotency/idempotency-headers'
import { routes } from './routes'

const PROBLEM = { description: 'What went wrong', content: { 'application/problem+json': { schema: problemSchema } } }
const INVALID = { description: 'Validation error', content: { 'application/json': { schema: validationErrorSchema } } }

function toResponse({ description, schema, mediaTypes }: Answer): RouteConfig['responses'][string] {
  const documents = (mediaTypes ?? []).map((type) => [type, { schema: { type: 'string' as const } }] as const)
  const content = { ...(schema ? { 'application/json': { schema } } : {}), ...Object.fromEntries(documents) }
  return Object.keys(content).length > 0 ? { description, content } : { description }
}

function toRequest({ params, query, body, rawBody, idempotencyKey }: Operation): NonNullable<RouteConfig['request']> {
  const raw = rawBody && {
    description: rawBody.description,
    content: { [rawBody.mediaType]: { schema: { type: 'string' as const, format: 'binary' } } },
  }
  const json = body && { required: true, content: { 'application/json': { schema: body } } }
  return {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(idempotencyKey ? { headers: idempotencyHeaders } : {}),
    ...(json || raw ? { body: json ?? raw } : {}),
  } as NonNullable<RouteConfig['request']>
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
    ...(operation.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    responses: { ...Object.fromEntries(answers), ...(checked ? { 422: INVALID } : {}), default: PROBLEM },
  }
}

/** The API's OpenAPI 3.1 document, made of the very declarations that requests are checked against. */
export function openApiDocument(): Record<string, unknown> {
  const { openAPIRegistry, ...app } = new OpenAPIHono()
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const { operation } of routes) openAPIRegistry.registerPath(toRouteConfig(operation))
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Verbatim',
      version: VERSION,
      description: 'Turns any video or audio link, or a file, into a timestamped transcript.',
    },
    servers: [{ url: env().baseUrl }],
  }) as unknown as Record<string, unknown>
}
