import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { env } from '@/lib/core/env'
import type { Operation, OperationResponse } from '@/lib/core/operations/operation'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { VERSION } from '@/lib/core/version'
import { boundKeyHeaders, idempotencyHeaders, ifMatchHeaders } from '@/lib/http/validation/validate-request'
import { describeDocument } from './describe-document'
import { anyOtherError, errorResponses } from './error-responses'
import { routes } from './routes'
import { addSamples } from './samples/add-samples'
import { type ApiDocument, readDocument } from './samples/read-document'
import { webhookMessages } from './webhook-messages'

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
    ...(idempotencyKey ? { headers: idempotencyKey === true ? idempotencyHeaders : boundKeyHeaders } : {}),
    ...(ifMatch ? { headers: ifMatchHeaders[ifMatch] } : {}),
    ...(json || raw ? { body: json ?? raw } : {}),
  } as NonNullable<RouteConfig['request']>
}

function toSecurity({ access, optionalScope }: Operation): Pick<RouteConfig, 'security'> {
  if (access !== 'public') return { security: [{ bearer: [] }] }
  return { security: optionalScope ? [{}, { bearer: [] }] : [] }
}

const ACCESS: Readonly<Record<string, string>> = {
  public: 'No credential needed.',
  account: 'Requires your API key or your own sign-in. Tokens of connected apps are not accepted.',
  operator: "Requires the API key or sign-in of the machine's own account or of an operator (`OPERATORS`).",
}

/** Who may call an operation, and how it is called again safely, as Markdown. `{{base_url}}` is filled in later. */
function describeAccess({ access, optionalScope, idempotencyKey }: Operation): string {
  const who = ACCESS[access] ?? `Requires your API key, or a token with the scope \`${access}\`.`
  return [
    optionalScope ? `A credential is optional: your API key, or a token with the scope \`${optionalScope}\`.` : who,
    ...(idempotencyKey ? ['Supports the [Idempotency-Key]({{base_url}}/docs/limits#idempotency).'] : []),
  ].join(' ')
}

/** Whether the responses of an operation have an entity tag: JSON that is sent in one piece. */
function hasEntityTag({ method, answers, isLongLasting }: Operation): boolean {
  return method === 'get' && answers[200]?.schema !== undefined && isLongLasting !== true
}

const NOT_MODIFIED = { description: 'Not modified (If-None-Match)' }

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
    responses: {
      ...(hasEntityTag(operation) ? { 304: NOT_MODIFIED } : {}),
      ...Object.fromEntries(answers),
      ...errorResponses(operation, toResponse),
      default: anyOtherError(operation),
    },
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
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
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
