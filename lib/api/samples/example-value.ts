import { fits } from '@/lib/api/describe-document'
import { fieldOf } from '@/lib/api/fields'
import { type ApiDocument, resolveSchema, type Schema, schemaName } from './read-document'

const PLAIN: Readonly<Record<string, unknown>> = { string: 'text', integer: 1, number: 1, boolean: true, null: null }

function typesOf({ type }: Schema): string[] {
  return Array.isArray(type) ? type : type ? [type] : []
}

type FieldName = { owner: string; name: string }

function exampleOf(schema: Schema, { owner, name }: FieldName, schemas: ApiDocument['schemas']): unknown {
  const named = schema.$ref ? schemaName(schema.$ref) : name
  const own = resolveSchema(schema, schemas)
  const known = fieldOf(owner, name)?.example
  if (known !== undefined && name && fits(known, own)) return known
  if (own.const !== undefined) return own.const
  if (own.enum) return own.enum[0]
  const variant = own.oneOf?.at(-1) ?? own.anyOf?.[0]
  if (variant) return exampleOf(variant, { owner: named, name: '' }, schemas)
  if (own.properties) return exampleObject(own, named, schemas)
  if (typesOf(own).includes('array')) return own.items ? [exampleOf(own.items, { owner: name, name }, schemas)] : []
  if (own.default !== undefined) return own.default
  const [type = 'object'] = typesOf(own)
  return type in PLAIN ? PLAIN[type] : {}
}

function exampleObject(schema: Schema, owner: string, schemas: ApiDocument['schemas']): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || fieldOf(owner, name)?.example !== undefined,
  )
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, { owner, name }, schemas)]))
}

/** A value that a schema may well have; `name` is that of the field or of the schema's owner. */
export function exampleValue(schema: Schema, name: string, schemas: ApiDocument['schemas']): unknown {
  return exampleOf(schema, { owner: name, name }, schemas)
}

/** A body to send: what has to be sent, else the first thing that can be. */
export function exampleBody(schema: Schema, schemas: ApiDocument['schemas']): Record<string, unknown> {
  const name = schema.$ref ? schemaName(schema.$ref) : ''
  const own = resolveSchema(schema, schemas)
  const all = Object.entries(exampleObject(own, name, schemas))
  const wanted = all.filter(([field]) => own.required?.includes(field))
  return Object.fromEntries(wanted.length > 0 ? wanted : all.slice(0, 1))
}
