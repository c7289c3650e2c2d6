import { fieldOf } from '@/lib/api/fields'
import { type ApiDocument, resolveSchema, type Schema, schemaName } from '@/lib/api/samples/read-document'

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const linkTo = (name: string): string => `[${name}](/docs/api/schemas#schema-${name})`

/** The allowed values in words: types, allowed values, where it is described. */
export function typeWords(schema: Schema): string {
  if (schema.$ref) return linkTo(schemaName(schema.$ref))
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return variants.map(typeWords).join(' or ')
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null)
    const words = values.map((value) => `\`${String(value)}\``).join(', ')
    return [schema.type].flat().includes('null') ? `${words} or null` : words
  }
  const types = [schema.type ?? 'any value'].flat()
  const named = types.map((type) =>
    type === 'array' ? `list of ${schema.items ? typeWords(schema.items) : 'anything'}` : type,
  )
  return named.join(' or ')
}

function bounds({ maxLength, minimum, maximum }: Schema): string[] {
  return [
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [`at most ${maximum}`]),
  ]
}

/** A field's own row: name, type, meaning. Of an answer nothing is said about what has to be sent. */
export type Row = {
  name: string
  owner: string
  schema: Schema
  required: boolean
  sent: boolean
  description?: string
}

function meaningOf({ name, owner, schema, sent, description }: Row): string {
  const said = description ?? schema.description ?? fieldOf(owner, name.split('.').at(-1) ?? name)?.meaning
  const isSaid = schema.default === undefined || schema.default === null || schema.default === ''
  const fallback = sent && !isSaid ? [`default \`${JSON.stringify(schema.default)}\``] : []
  return [said, ...(sent ? bounds(schema) : []), ...fallback].filter(Boolean).join('; ')
}

function rowText(row: Row): string {
  const type = `${typeWords(row.schema)}${row.sent && row.required ? ', required' : ''}`
  return `| \`${row.name}\` | ${escapeCell(type)} | ${escapeCell(meaningOf(row))} |`
}

/** Rows as a table; nothing for none. */
export function fieldTable(rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  return ['| field | type | meaning |', '| --- | --- | --- |', ...rows.map(rowText)].join('\n')
}

type Owner = { name: string; prefix: string; sent: boolean }

/** The fields of an object, those of objects inside of it right below with a dotted name. */
function rowsOf(schema: Schema, owner: Owner, schemas: ApiDocument['schemas']): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, value]) => {
    const { name, prefix, sent } = owner
    const required = schema.required?.includes(field) ?? false
    const row = { name: `${prefix}${field}`, owner: name, schema: value, required, sent }
    const inner = value.properties ? value : value.items?.properties ? value.items : null
    const below = inner ? rowsOf(inner, { name: field, prefix: `${prefix}${field}.`, sent }, schemas) : []
    return [row, ...below]
  })
}

/** The table of a schema's fields, or the words for what else it is. `sent`: it is the body of a request. */
export function describeSchema(schema: Schema, name: string, sent: boolean, schemas: ApiDocument['schemas']): string {
  const own = resolveSchema(schema, schemas)
  const variants = own.oneOf ?? own.anyOf
  if (variants) return variants.map((one) => describeSchema(one, name, sent, schemas)).join('\n\nor\n\n')
  if (own.properties && Object.keys(own.properties).length > 0) {
    return fieldTable(rowsOf(own, { name, prefix: '', sent }, schemas))
  }
  return own.type === 'object' ? 'An object, of whatever fields.' : `${typeWords(own)}.`
}
