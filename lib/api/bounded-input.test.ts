import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageParameters } from '@/app/page-parameters'
import { setEnv } from '@/lib/core/env'
import { quoteArguments } from '@/lib/mcp/quote-prompt'
import { TOOLS } from '@/lib/mcp/tools'
import { openApiDocument } from './openapi'

setEnv({ BASE_URL: 'http://localhost:3000' })

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Content = { content: Record<string, { schema: Schema }> }
type Described = { parameters?: { name: string; schema: Schema }[]; requestBody?: Content }
const document = openApiDocument() as {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

function hasType({ type }: Schema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name))
}

/** A body that is received as a stream is bounded by what receives it. */
const isStream = ({ format }: Schema) => format === 'binary'

/** Where a schema takes a text or a list of any length. */
function unboundedIn(schema: Schema, where: string): string[] {
  if (schema.$ref) return unboundedIn(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, where)
  const isFixed = schema.enum !== undefined || schema.const !== undefined || isStream(schema)
  const isOpen = Object.keys(schema).every((key) => ['description', 'default', 'title'].includes(key))
  const here = [
    ...(isOpen ? [`${where}: anything`] : []),
    ...(hasType(schema, 'string') && !isFixed && schema.maxLength === undefined ? [`${where}: a text`] : []),
    ...(hasType(schema, 'array') && schema.maxItems === undefined ? [`${where}: a list`] : []),
    ...(typeof schema.additionalProperties === 'object' ? [`${where}: a map`] : []),
  ]
  const inside = [
    ...(schema.items ? [[`${where}[]`, schema.items] as const] : []),
    ...Object.entries(schema.properties ?? {}).map(([name, field]) => [`${where}.${name}`, field] as const),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map((one) => [where, one] as const),
  ]
  return [...here, ...inside.flatMap(([name, one]) => unboundedIn(one, name))]
}

const ofZod = (schema: z.ZodType, where: string) =>
  unboundedIn(z.toJSONSchema(schema, { io: 'input' }) as Schema, where)

test('every text and list of every operation in the OpenAPI document is bounded', () => {
  const found = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const at = `${method} ${path}`
      return [
        ...parameters.flatMap(({ name, schema }) => unboundedIn(schema, `${at} ${name}`)),
        ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => unboundedIn(schema, `${at} body`)),
      ]
    }),
  )
  expect(found).toEqual([])
})

test('every path parameter is declared, and so bounded', () => {
  const undeclared = Object.entries(document.paths).flatMap(([path, operations]) =>
    [...path.matchAll(/\{([a-z_]{1,40})\}/g)].flatMap(([, name]) =>
      Object.values(operations).filter(({ parameters = [] }) => !parameters.some((one) => one.name === name)),
    ),
  )
  expect(undeclared).toEqual([])
})

test('every input of every MCP tool and prompt is bounded', () => {
  expect(TOOLS.flatMap(({ name, input }) => ofZod(input, name))).toEqual([])
  expect(ofZod(quoteArguments, 'quote')).toEqual([])
})

test('every page reads the parameters of its address through its bounded schema', () => {
  expect(Object.entries(pageParameters).flatMap(([name, schema]) => ofZod(schema, name))).toEqual([])
  const readers = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /(?:page|route)\.tsx?$/.test(file) && readFileSync(`app/${file}`, 'utf8').includes('searchParams'),
    )
    .toSorted()
  expect(readers).toEqual(Object.keys(pageParameters).toSorted())
  const unread = readers.filter((file) => !readFileSync(`app/${file}`, 'utf8').includes(`pageParameters['${file}']`))
  // The authorization endpoint checks its parameters as its other endpoints do: `checkParameters`.
  expect(unread).toEqual(['oauth/authorize/page.tsx'])
})
