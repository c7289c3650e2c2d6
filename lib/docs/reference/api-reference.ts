import { apiDocument } from '@/lib/api/openapi'
import { routes } from '@/lib/api/routes'
import type { ApiDocument, DocumentedOperation } from '@/lib/api/samples/read-document'
import type { Operation } from '@/lib/core/operations/operation'
import { describeOperation } from './describe-operation'
import { describeSchema } from './describe-schema'
import { RESOURCES, type Resource, resourceOf } from './resources'

/** The declaration of an operation of the document. Throws where there is none. */
export function declarationOf(operationId: string): Operation {
  const found = routes.find(({ operation }) => operation.id === operationId)
  if (!found) throw new Error(`no route declares ${operationId}`)
  return found.operation
}

function operationsOf(resource: Resource, { operations }: ApiDocument): DocumentedOperation[] {
  return operations.filter((operation) => resourceOf(operation) === resource)
}

/** The operations of a resource as a table. Each link is the anchor that the operation had when the reference was one page. */
function listOperations(resource: Resource, document: ApiDocument): string {
  const rows = operationsOf(resource, document).map(({ operationId, method, path, summary }) => {
    const address = `/docs/api/${resource.name}#${operationId}`
    return `| [\`${method} ${path}\`](${address} "#${operationId}") | ${summary} |`
  })
  return [
    `## ${resource.title} {#${resource.name}}`,
    `${resource.description} [Read about the ${resource.title}](/docs/api/${resource.name}).`,
    ['| operation | description |', '| --- | --- |', ...rows].join('\n'),
  ].join('\n\n')
}

const schemaNames = ({ schemas }: ApiDocument): string[] =>
  Object.keys(schemas).sort((one, other) => one.localeCompare(other))

/** The overview of the API as Markdown: every operation and every object, with a link to the page that describes it. */
export function apiOverview(): string {
  const document = apiDocument()
  const objects = schemaNames(document).map((name) => `[${name}](/docs/api/schemas#schema-${name} "#schema-${name}")`)
  return [
    '# API overview',
    'Every operation of the API by resource, with curl, TypeScript and Python examples.',
    `All bodies are JSON unless stated otherwise, and times are ISO 8601 in UTC. The [OpenAPI document](/openapi.json) describes the same API for programs, in version ${document.version}. The Python examples use [requests](https://pypi.org/project/requests/).`,
    ...RESOURCES.map((resource) => listOperations(resource, document)),
    '## Objects {#schemas}',
    'The objects in requests and responses:',
    `${objects.join(', ')}.`,
  ].join('\n\n')
}

/** The reference of a resource as Markdown, with an entry for each operation; null where there is no such resource. */
export function resourceReference(name: string): string | null {
  const resource = RESOURCES.find((one) => one.name === name)
  if (!resource) return null
  const document = apiDocument()
  const entries = operationsOf(resource, document).map((operation) =>
    describeOperation(operation, declarationOf(operation.operationId), document),
  )
  return [`# ${resource.title}`, resource.description, '## Operations', ...entries].join('\n\n')
}

/** The objects of the API as Markdown. */
export function schemaReference(): string {
  const document = apiDocument()
  const entries = schemaNames(document).map((name) => {
    const fields = describeSchema(document.schemas[name] ?? {}, name, false, document.schemas)
    return `### ${name} {#schema-${name}}\n\n${fields}`
  })
  return ['# API objects', 'Every object in requests and responses, with its fields.', '## Objects', ...entries].join(
    '\n\n',
  )
}
