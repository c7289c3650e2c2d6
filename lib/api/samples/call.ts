import { FORMS } from '@/lib/api/fields'
import type { Operation } from '@/lib/core/operations/operation'
import { exampleBody, exampleValue } from './example-value'
import type { ApiDocument, DocumentedOperation } from './read-document'

/** A call, ready to be written down in any language. `key`: it bears the API key. */
export type Call = {
  method: string
  url: string
  key: boolean
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?:
    | { kind: 'json'; value: unknown }
    | { kind: 'form'; fields: Readonly<Record<string, string>> }
    | { kind: 'file'; name: string; mediaType: string }
    /** A form whose field `file` is a file. */
    | { kind: 'upload'; fields: Readonly<Record<string, string>>; name: string }
  /** The response. */
  answer: 'json' | 'events' | 'file' | 'nothing'
}

/** The environment variable that holds the caller's key. */
export const KEY = 'VERBATIM_API_KEY'

/** Values in place of those of the table, by the name of the field or parameter. */
export type OwnValues = Readonly<Record<string, unknown>>

function answerOf({ responses }: DocumentedOperation): Call['answer'] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const types = Object.keys(success?.content ?? {})
  if (types.includes('application/json')) return 'json'
  if (types.includes('text/event-stream')) return 'events'
  return types.length > 0 ? 'file' : 'nothing'
}

function bodyOf(operation: DocumentedOperation, { schemas }: ApiDocument, own: OwnValues): Call['body'] {
  const content = Object.entries(operation.requestBody?.content ?? {})
  const [mediaType, media] = content[0] ?? []
  if (!mediaType || !media) return undefined
  if (mediaType === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(FORMS[operation.operationId] ?? {})
    if (fields.length === 0) return undefined
    return {
      kind: 'form',
      fields: Object.fromEntries(fields.map(([name, value]) => [name, String(own[name] ?? value)])),
    }
  }
  if (mediaType === 'multipart/form-data') {
    return { kind: 'upload', fields: FORMS[operation.operationId] ?? {}, name: 'talk.mp4' }
  }
  if (media.schema.format === 'binary') {
    const name = mediaType === 'application/json' ? 'notification.json' : 'talk.mp4'
    return { kind: 'file', name, mediaType }
  }
  const body = Object.entries(exampleBody(media.schema, schemas))
  return { kind: 'json', value: Object.fromEntries(body.map(([name, value]) => [name, own[name] ?? value])) }
}

/** An operation called with the values of the table of fields, or with one's own. `access`: who may call it. */
export function toCall(
  operation: DocumentedOperation,
  document: ApiDocument,
  { access, own = {} }: { access: Operation['access']; own?: OwnValues },
): Call {
  const value = ({ name, schema }: DocumentedOperation['parameters'][number]) =>
    String(own[name] ?? exampleValue(schema, name, document.schemas))
  const sent = operation.parameters.filter(({ required }) => required)
  const path = sent
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(value(parameter))),
      operation.path,
    )
  const query = sent
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => [parameter.name, value(parameter)] as const)
  const headers = sent
    .filter((parameter) => parameter.in === 'header')
    .map((parameter) => [parameter.name, value(parameter)] as const)
  const body = bodyOf(operation, document, own)
  const inAddress = query.length > 0 && body !== undefined
  return {
    method: operation.method,
    url: `${document.baseUrl}${path}${inAddress ? `?${new URLSearchParams(Object.fromEntries(query))}` : ''}`,
    key: access !== 'public',
    answer: answerOf(operation),
    ...(query.length > 0 && !inAddress ? { query: Object.fromEntries(query) } : {}),
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    ...(body ? { body } : {}),
  }
}
