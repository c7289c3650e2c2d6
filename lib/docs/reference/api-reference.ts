import { routes } from '@/lib/api/routes'
import type { Operation } from '@/lib/platform/operation'
import { describeOperation } from './describe-operation'
import { describeSchema } from './describe-schema'
import { type ApiDocument, apiDocument } from './document'

/** The declaration of an operation of the document. Throws where there is none. */
export function declarationOf(operationId: string): Operation {
  const found = routes.find(({ operation }) => operation.id === operationId)
  if (!found) throw new Error(`no route declares ${operationId}`)
  return found.operation
}

function describeTag(tag: string, document: ApiDocument): string {
  const operations = document.operations.filter(({ tags }) => tags[0] === tag)
  const entries = operations.map((operation) =>
    describeOperation(operation, declarationOf(operation.operationId), document),
  )
  return [`## ${tag}`, ...entries].join('\n\n')
}

function describeSchemas({ schemas }: ApiDocument): string {
  const entries = Object.entries(schemas)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, schema]) => `### ${name} {#schema-${name}}\n\n${describeSchema(schema, name, false, schemas)}`)
  return ['## Schemas', ...entries].join('\n\n')
}

/** The whole API as Markdown, made of its OpenAPI document: a section a tag, an entry an operation, then the schemas. */
export function apiReference(): string {
  const document = apiDocument()
  const tags = [...new Set(document.operations.map(({ tags: [tag] }) => tag))]
  return [
    '# API reference',
    'Every operation: what it takes, what it gives, and how to call it with curl, TypeScript and Python.',
    `The same as a document for programs: [/openapi.json](/openapi.json), version ${document.version}. All bodies are JSON unless said otherwise; times are ISO 8601 in UTC. The Python examples use [requests](https://pypi.org/project/requests/).`,
    ...tags.map((tag) => describeTag(tag, document)),
    describeSchemas(document),
  ].join('\n\n')
}
