import { fieldOf } from './fields'

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const entriesOf = (value: unknown): [string, Node][] =>
  isNode(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isNode(entry[1])) : []

function typesOf({ type }: { type?: unknown }): readonly unknown[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type]
}

/** Whether a value has the type that a schema asks for; deeper it does not look. */
export function fits(value: unknown, schema: { type?: unknown; enum?: unknown }): boolean {
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false
  const types = typesOf(schema)
  if (types.length === 0) return true
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) return types.includes('array')
  if (typeof value === 'number') {
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value))
  }
  return types.includes(typeof value)
}

/** A schema that refers to others has their examples. */
const hasOwnType = ({ $ref, anyOf, oneOf }: Node) => $ref === undefined && anyOf === undefined && oneOf === undefined

/** Puts the meaning and an example of a field beside its schema, unless the schema says them itself. */
function describeField(schema: Node, owner: string, name: string): void {
  const field = fieldOf(owner, name)
  if (!field) return
  schema.description ??= field.meaning
  if (field.example !== undefined && hasOwnType(schema) && fits(field.example, schema)) {
    schema.examples ??= [field.example]
  }
}

/**
 * Leaves out of a schema and those within it what generators of clients write as code that does not compile, and what the description
 * says anyway: openapi-generator's Java takes the value of a boolean as text, and its Go the default of a union, and null as that of
 * a boolean, as a name.
 */
function simplifySchemas(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) simplifySchemas(one)
  if (!isNode(value)) return
  if (value.type === 'boolean') delete value.enum
  if (Array.isArray(value.anyOf) || (typesOf(value).includes('boolean') && value.default === null)) delete value.default
  for (const one of Object.values(value)) simplifySchemas(one)
}

/** Describes the fields of a schema and of those within it. `owner`: the name of the schema, the operation or the field around them. */
function describeFields(schema: Node, owner: string): void {
  for (const [name, value] of entriesOf(schema.properties)) {
    describeField(value, owner, name)
    describeFields(value, name)
  }
  if (isNode(schema.items)) describeFields(schema.items, owner)
  if (isNode(schema.additionalProperties)) describeFields(schema.additionalProperties, owner)
  for (const variant of [...nodesOf(schema.oneOf), ...nodesOf(schema.anyOf)]) describeFields(variant, owner)
}

function describeContent(body: Node, operationId: string): void {
  for (const [, { schema }] of entriesOf(body.content)) {
    if (isNode(schema)) describeFields(schema, operationId)
  }
}

function describeOperation(operation: Node): void {
  const id = String(operation.operationId)
  for (const parameter of nodesOf(operation.parameters)) {
    const field = fieldOf(id, String(parameter.name))
    if (field) parameter.description ??= field.meaning
    const { schema } = parameter
    if (isNode(schema) && field?.example !== undefined && hasOwnType(schema) && fits(field.example, schema))
      schema.examples ??= [field.example]
  }
  if (isNode(operation.requestBody)) describeContent(operation.requestBody, id)
  for (const [, answer] of entriesOf(operation.responses)) describeContent(answer, id)
}

/** Fills in the addresses of this service. */
function withBaseUrl(value: unknown, baseUrl: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{{base_url}}', baseUrl)
  if (Array.isArray(value)) return value.map((one) => withBaseUrl(one, baseUrl))
  if (!isNode(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withBaseUrl(one, baseUrl)]))
}

/** An OpenAPI document with the meaning of every field and parameter, and an example where there is one. */
export function describeDocument(document: Node, baseUrl: string): Node {
  const described = structuredClone(document)
  for (const [, path] of [...entriesOf(described.paths), ...entriesOf(described.webhooks)]) {
    for (const [, operation] of entriesOf(path)) describeOperation(operation)
  }
  if (isNode(described.components)) {
    for (const [name, schema] of entriesOf(described.components.schemas)) describeFields(schema, name)
  }
  simplifySchemas(described)
  return withBaseUrl(described, baseUrl) as Node
}
