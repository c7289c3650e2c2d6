import { expect, test } from 'vitest'
import { setEnv } from '@/lib/platform/env'
import { openApiDocument } from './openapi'

setEnv({ BASE_URL: 'http://localhost:3000' })

type Schema = { type?: string | string[]; properties?: Record<string, unknown> }
const document = openApiDocument() as { components: { schemas: Record<string, Schema> } }
const { schemas } = document.components

test('a nullable field of a named object is declared as a union of the object and null', () => {
  const reported = (schema: string, field: string) => schemas[schema]?.properties?.[field]
  const either = (name: string) => ({ anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] })
  expect(reported('Job', 'transcript')).toEqual(either('Transcript'))
  expect(reported('Job', 'error')).toEqual(either('Problem'))
  expect(reported('ImportItem', 'error')).toEqual(either('Problem'))
  expect(reported('ResolveResponse', 'show')).toEqual(either('ShowInfo'))
})

test('no named object is declared nullable, and no schema uses allOf', () => {
  const nullable = Object.entries(schemas).filter(([, { type }]) => Array.isArray(type))
  expect(nullable.map(([name]) => name)).toEqual([])
  expect(JSON.stringify(document)).not.toContain('"allOf"')
})
