import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { env } from '@/lib/core/env'
import type { Access, Operation, OperationResponse } from '@/lib/core/operations/operation'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { VERSION } from '@/lib/core/version'
import { boundKeyHeaders, idempotencyHeaders, ifMatchHeaders } from '@/lib/http/validation/validate-request'
import { EVENT_DATA, EVENT_MEANING, type EventType } from '@/lib/webhooks/events'
import { describeDocument } from './describe-document'
import { anyOtherError, errorResponses } from './error-responses'
import { routes } from './routes'
import { toCall } from './samples/call'
import { curlCall } from './samples/curl-call'
import { pythonCall } from './samples/python-call'
import { type ApiDocument, readDocument } from './samples/read-document'
import { typescriptCall } from './samples/typescript-call'

/** The groups of operations of the OpenAPI document, in its order, each with its meaning. */
const TAGS = [
  { name: 'Transcription', description: 'Create transcripts, list caption languages, and follow jobs.' },
  { name: 'Corrections', description: 'Correct transcripts, name their speakers, and restore earlier revisions.' },
  { name: 'History', description: 'List, search, read and delete your transcripts.' },
  { name: 'Publishing', description: 'Publish and unpublish transcripts, and read public ones.' },
  { name: 'Uploads', description: 'Upload files to transcribe, in one request or in parts.' },
  { name: 'OpenAI', description: 'Transcribe files with the clients of OpenAI.' },
  { name: 'Podcasts and imports', description: 'Inspect links, and import podcasts, playlists and channels.' },
  { name: 'Batches', description: 'Transcribe many links and uploads with one request.' },
  { name: 'Watches', description: 'Watch shows, channels and playlists, and transcribe what is new.' },
  { name: 'Webhooks', description: 'Manage webhook endpoints and their deliveries, and receive events of providers.' },
  { name: 'Webhook messages', description: 'Receive the events of your webhook endpoints.' },
  { name: 'Speech', description: 'List, download and remove the speech models of this server.' },
  { name: 'Account', description: 'Read, export and delete your account.' },
  { name: 'API keys', description: 'Create, list and delete your API keys.' },
  { name: 'Billing', description: 'List plans, manage your subscription, and read your usage.' },
  { name: 'Billing sandbox', description: "Simulate payments in the billing sandbox of this server's machine." },
  { name: 'Sessions', description: 'List and end your sign-ins.' },
  { name: 'OAuth', description: 'Connect apps to an account.' },
  { name: 'Connections', description: 'List and end the access of connected apps.' },
  { name: 'Devices', description: 'Sign in on devices by a code.' },
  { name: 'Health', description: 'Read the state of the server and the platforms.' },
  { name: 'System check', description: 'Check the machine and the platforms, and read kept answers.' },
] as const

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

/** The access to an operation, and how to repeat it safely, as Markdown. `{{base_url}}` is filled in later. */
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

/** A call written down, as tools that show OpenAPI documents expect it in `x-codeSamples`. */
type Sample = { lang: string; label: string; source: string }

type Document = { paths?: unknown }

/**
 * Adds a sample call in curl, TypeScript and Python to each operation of a document. `access`: who may call an operation,
 * by its id.
 */
function addSamples<D extends Document>(document: D, access: ReadonlyMap<string, Access>): D {
  const read = readDocument(document)
  const paths = structuredClone(document.paths) as Record<string, Record<string, object>>
  for (const operation of read.operations) {
    const call = toCall(operation, read, { access: access.get(operation.operationId) ?? 'public' })
    const samples: Sample[] = [
      { lang: 'Shell', label: 'curl', source: curlCall(call) },
      { lang: 'TypeScript', label: 'TypeScript', source: typescriptCall(call) },
      { lang: 'Python', label: 'Python', source: pythonCall(call) },
    ]
    const declared = paths[operation.path]?.[operation.method.toLowerCase()]
    if (declared) Object.assign(declared, { 'x-codeSamples': samples })
  }
  return { ...document, paths }
}

const headers = z.object({
  'webhook-id': z.string(),
  'webhook-timestamp': z.string(),
  'webhook-signature': z.string(),
})

const eventTypes = Object.keys(EVENT_DATA) as EventType[]

/** `job.done` as `jobDone`. */
const idOf = (type: EventType) => type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase())

/** The messages that endpoints of users receive, for the section `webhooks` of an OpenAPI document. */
function webhookMessages(): RouteConfig[] {
  return eventTypes.map((type) => ({
    method: 'post',
    path: type,
    operationId: idOf(type),
    summary: EVENT_MEANING[type],
    description: `Sent to your [webhook endpoints]({{base_url}}/docs/webhooks) as [Standard Webhooks](https://www.standardwebhooks.com/) are.`,
    tags: ['Webhook messages'],
    security: [],
    request: {
      headers,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              type: z.literal(type).describe('What happened'),
              timestamp: z
                .string()
                .describe('When it happened')
                .meta({ examples: ['2026-03-14T09:26:53.589Z'] }),
              data: EVENT_DATA[type].describe('What it happened to'),
            }),
          },
        },
      },
    },
    responses: {
      '2XX': {
        description: 'The message was received. Any other response, and none within 15 seconds, is tried again',
      },
    },
  }))
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
    tags: [...TAGS],
  })
  const accessById = new Map(routes.map(({ operation: { id, access } }) => [id, access]))
  return addSamples(describeDocument({ ...document }, env().baseUrl), accessById)
}

/** The document, read back: what is declared is what is described. */
export function apiDocument(): ApiDocument {
  return readDocument(openApiDocument())
}
