import { openApiDocument } from '@/lib/api/openapi'
import { setEnv } from '@/lib/core/env'

/** A JSON schema, as far as the OpenAPI document uses it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: (string | number | boolean | null)[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
}

export type Parameter = { name: string; in: string; required?: boolean; schema: Schema; description?: string }

type Content = Record<string, { schema?: Schema }>

type DocumentedOperation = {
  operationId: string
  summary: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

export type Document = {
  info: { version: string }
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, { post: DocumentedOperation }>
  components: { schemas: Record<string, Schema> }
}

/** The operations of the packages. Sign-in, billing and the operator's have no place in them. */
const TAGS: ReadonlySet<string> = new Set([
  'Transcription',
  'Corrections',
  'History',
  'Publishing',
  'Uploads',
  'Podcasts and imports',
  'Batches',
  'Watches',
  'Webhooks',
  'API keys',
  'Account',
])
/** Operations for other servers and feed readers, those of signed addresses, and those that no program should call. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'billingWebhook',
  'speechWebhook',
  'confirmWatchHub',
  'pingWatch',
  'watchFeed',
  'receiveUpload',
  'appendUpload',
  'deleteAccount',
])

/** An operation that the packages have. `result`: its JSON responses; empty for one without a body. */
export type ClientOperation = {
  id: string
  summary: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  results: Schema[]
  /** `null`: JSON, or no body; else the response is a file or a stream. */
  mediaType: string | null
  takesIdempotencyKey: boolean
}

const JSON_TYPE = 'application/json'

function toClientOperation(method: string, path: string, operation: DocumentedOperation): ClientOperation {
  const successes = Object.entries(operation.responses).filter(([status]) => /^2/.test(status))
  const contents = successes.map(([, { content }]) => content ?? {})
  const results = contents.flatMap((content) => content[JSON_TYPE]?.schema ?? [])
  const mediaType = results.length > 0 ? null : (contents.flatMap(Object.keys)[0] ?? null)
  const parameters = operation.parameters ?? []
  return {
    id: operation.operationId,
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    parameters: parameters.filter(({ in: place }) => place === 'path' || place === 'query'),
    body: operation.requestBody?.content[JSON_TYPE]?.schema ?? null,
    results,
    mediaType,
    takesIdempotencyKey: parameters.some(({ name }) => name === 'idempotency-key'),
  }
}

/** The document, with the address of no server in it. */
export function readDocument(): Document {
  setEnv({ BASE_URL: 'https://verbatim.example' })
  return openApiDocument() as Document
}

/** The operations of the packages, in the order of the document. */
export function clientOperations({ paths }: Document): ClientOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags, operationId }]) => TAGS.has(tags[0] ?? '') && !LEFT_OUT.has(operationId))
      .map(([method, operation]) => toClientOperation(method, path, operation)),
  )
}

/** The messages of webhooks, each with the id of its operation. */
export function webhookMessages({ webhooks }: Document): { id: string; body: Schema }[] {
  return Object.values(webhooks).map(({ post: { operationId: id, requestBody } }) => ({
    id,
    body: requestBody?.content[JSON_TYPE]?.schema ?? {},
  }))
}
