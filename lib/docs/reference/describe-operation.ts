import { toCall } from '@/lib/api/samples/call'
import { curlCall } from '@/lib/api/samples/curl-call'
import { exampleValue } from '@/lib/api/samples/example-value'
import { pythonCall } from '@/lib/api/samples/python-call'
import { type ApiDocument, type DocumentedOperation, schemaName } from '@/lib/api/samples/read-document'
import { typescriptCall } from '@/lib/api/samples/typescript-call'
import { jsonText } from '@/lib/api/samples/write-literal'
import type { Operation } from '@/lib/core/operations/operation'
import { isProblemCode } from '@/lib/core/problem/problem-table'
import { describeSchema, fieldTable, typeWords } from './describe-schema'

/** A fence of an example, with the name it is shown under. */
function fence(language: string, code: string, label = ''): string {
  return `\`\`\`${[language, label].filter(Boolean).join(' ')}\n${code}\n\`\`\``
}

function describeParameters({ parameters, operationId }: DocumentedOperation): string {
  const rows = parameters.map(({ name, in: place, required, schema, description }) => ({
    name,
    owner: operationId,
    schema,
    required,
    sent: true,
    ...(description ? { description: place === 'header' ? `${description} A header field` : description } : {}),
  }))
  return rows.length > 0 ? `#### Parameters\n\n${fieldTable(rows)}` : ''
}

function describeBody({ requestBody }: DocumentedOperation, { schemas }: ApiDocument): string {
  const [[mediaType, media] = []] = Object.entries(requestBody?.content ?? {})
  if (!mediaType || !media) return ''
  if (!['application/json', 'multipart/form-data'].includes(mediaType) || media.schema.format === 'binary') {
    return `#### Body\n\n\`${mediaType}\`: ${requestBody?.description ?? 'the bytes'}.`
  }
  const name = media.schema.$ref ? schemaName(media.schema.$ref) : ''
  return `#### Body\n\n${describeSchema(media.schema, name, true, schemas)}`
}

/** Links the codes to the page that explains them, which OpenAI's own are not on. */
function linkCodes(description: string, codes: readonly string[]): string {
  const known = codes.filter(isProblemCode)
  return known.reduce((text, code) => text.replace(`\`${code}\``, `[\`${code}\`](/docs/errors#${code})`), description)
}

function describeAnswers({ responses }: DocumentedOperation): string {
  const lines = Object.entries(responses).map(([status, { description, content, 'x-error-codes': codes }]) => {
    const types = Object.entries(content).map(([mediaType, { schema }]) =>
      schema.$ref ? `${typeWords(schema)}` : `\`${mediaType}\``,
    )
    const number = status === 'default' ? 'Other' : status
    return `- **${number}** ${linkCodes(description, codes)}${types.length > 0 ? `: ${types.join(', ')}` : ''}`
  })
  return `#### Responses\n\n${lines.join('\n')}`
}

function exampleAnswers({ responses }: DocumentedOperation, { schemas }: ApiDocument): string[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const schema = content['application/json']?.schema
    if (!status.startsWith('2') || !schema) return []
    const name = schema.$ref ? schemaName(schema.$ref) : ''
    return [fence('json', jsonText(exampleValue(schema, name, schemas)), `Response ${status}`)]
  })
}

/** An operation as Markdown: its parameters and responses, and how to call it in three languages. */
export function describeOperation(operation: DocumentedOperation, declared: Operation, document: ApiDocument): string {
  const call = toCall(operation, document, { access: declared.access })
  return [
    `### \`${operation.method} ${operation.path}\` {#${operation.operationId}}`,
    `${operation.summary}.`,
    (operation.description ?? '').replaceAll(`${document.baseUrl}/docs`, '/docs'),
    describeParameters(operation),
    describeBody(operation, document),
    describeAnswers(operation),
    fence('sh', curlCall(call)),
    fence('ts', typescriptCall(call)),
    fence('python', pythonCall(call)),
    ...exampleAnswers(operation, document),
  ]
    .filter(Boolean)
    .join('\n\n')
}
