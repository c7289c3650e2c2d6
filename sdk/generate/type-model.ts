import type { ClientOperation, Document, Schema } from './document'

/** A type that TypeScript and Python can both write. */
export type Type =
  | { kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown' }
  | { kind: 'literal'; values: (string | number | boolean)[] }
  | { kind: 'object'; name: string }
  | { kind: 'array'; item: Type }
  | { kind: 'map'; value: Type }
  | { kind: 'union'; types: Type[] }

export type Field = { name: string; type: Type; required: boolean; description: string | null }
export type ObjectType = { name: string; fields: Field[] }

/** The input and output of an operation, by the names of object types. */
export type OperationTypes = ClientOperation & {
  params: ObjectType | null
  query: ObjectType | null
  bodyType: Type | null
  result: Type | null
}

/** The contents of a module of types. `messages`: the names of the webhooks' messages. */
export type GeneratedSchema = {
  objects: readonly ObjectType[]
  operations: readonly OperationTypes[]
  messages: readonly string[]
  codes: readonly string[]
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const pascal = (text: string) => text.split(/[_.-]/).map(capitalise).join('')
const singular = (text: string) => text.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

const UNKNOWN: Type = { kind: 'unknown' }
const SIMPLE: Readonly<Record<string, Type>> = {
  string: { kind: 'string' },
  integer: { kind: 'integer' },
  number: { kind: 'number' },
  boolean: { kind: 'boolean' },
  null: { kind: 'null' },
}

function unionOf(all: Type[]): Type {
  const texts = all.map((type) => JSON.stringify(type))
  const types = all.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
  const [first = UNKNOWN] = types
  return types.length > 1 ? { kind: 'union', types } : first
}

/** Collects object types: those with a name of their own, and those within others, named after owner and field. */
export class TypeCollector {
  readonly objects = new Map<string, ObjectType>()
  private readonly schemas: Document['components']['schemas']

  constructor({ components }: Document) {
    this.schemas = components.schemas
  }

  /** The type of a schema. `name`: what it is called if it is an object without a name. */
  typeOf(schema: Schema, name: string): Type {
    if (schema.$ref) return this.named(schema.$ref.split('/').at(-1) ?? '')
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return unionOf(variants.map((variant) => this.typeOf(variant, name)))
    const types = [schema.type ?? []].flat()
    if (schema.enum) {
      const values = schema.enum.filter((value) => value !== null)
      return unionOf([{ kind: 'literal', values }, ...(types.includes('null') ? [SIMPLE.null ?? UNKNOWN] : [])])
    }
    return unionOf(types.map((type) => this.single(type, schema, name)))
  }

  private single(type: string, schema: Schema, name: string): Type {
    if (type === 'array') return { kind: 'array', item: this.typeOf(schema.items ?? {}, singular(name)) }
    if (type !== 'object') return SIMPLE[type] ?? UNKNOWN
    if (schema.properties) return this.object(name, schema)
    const { additionalProperties: value } = schema
    return { kind: 'map', value: typeof value === 'object' ? this.typeOf(value, name) : UNKNOWN }
  }

  private named(name: string): Type {
    const schema = this.schemas[name]
    if (!schema) throw new Error(`The document has no schema ${name}.`)
    if (this.objects.has(name)) return { kind: 'object', name }
    return this.typeOf(schema, name)
  }

  private object(name: string, { properties = {}, required = [] }: Schema): Type {
    const known = this.objects.get(name)
    const object: ObjectType = known ?? { name, fields: [] }
    // Registered before its fields are read, because a field may have this type itself.
    this.objects.set(name, object)
    const fields = Object.entries(properties).map(([field, schema]) => ({
      name: field,
      type: this.typeOf(schema, `${name}${pascal(field)}`),
      required: required.includes(field),
      description: schema.description ?? null,
    }))
    if (known && JSON.stringify(known.fields) !== JSON.stringify(fields))
      throw new Error(`Two types are named ${name}.`)
    object.fields = fields
    return { kind: 'object', name }
  }

  /** The type of a webhook's message, and the name that it has. */
  messageType({ id, body }: { id: string; body: Schema }): string {
    const name = `${capitalise(id)}Message`
    this.typeOf(body, name)
    return name
  }

  /** The types of an operation. The query parameters form an object type; the path parameters do not. */
  operationTypes(operation: ClientOperation): OperationTypes {
    const { id, parameters, body, results } = operation
    const name = capitalise(id)
    const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place)
    const asObject = (place: string, suffix: string): ObjectType | null => {
      const fields = inPlace(place).map((parameter) => ({
        name: parameter.name,
        type: this.typeOf(parameter.schema, `${name}${pascal(parameter.name)}`),
        required: parameter.required ?? false,
        description: parameter.description ?? null,
      }))
      return fields.length > 0 ? { name: `${name}${suffix}`, fields } : null
    }
    const query = asObject('query', 'Query')
    if (query) this.objects.set(query.name, query)
    return {
      ...operation,
      params: asObject('path', 'Params'),
      query,
      bodyType: body && this.typeOf(body, `${name}Body`),
      result: results.length > 0 ? unionOf(results.map((result) => this.typeOf(result, `${name}Result`))) : null,
    }
  }
}
