import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { validateRequest } from '@/lib/http/validation/validate-request'
import { RequestInvalid } from '@/lib/http/validation/validation-detail'
import { propertyRuns } from '@/test/property-runs'
import { openApiDocument } from './openapi'
import { routes } from './routes'

setEnv({ BASE_URL: 'http://localhost:3000' })

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Declared = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const { paths, components } = openApiDocument() as {
  paths: Record<string, Record<string, Declared>>
  components: { schemas: Record<string, Schema> }
}
const declared = new Map(
  Object.values(paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one] as const)),
)

/** The refusal of two fields together, which no schema can state. */
const NOT_DECLARABLE = 'Input should not be less than from: the two are the first and the last place in the list'
const DATES = { min: new Date('0001-01-01'), max: new Date('9999-12-31') }
/** The whole text of a long field is rarely of interest, and costs time. */
const FEW_CHARACTERS = 60

function texts({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return fc.date({ noInvalidDate: true, ...DATES }).map((day) => day.toISOString().slice(0, 10))
  const matches = new RegExp(pattern ?? '', 'u')
  const any = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, FEW_CHARACTERS) })
  const full = Number.isFinite(maxLength) && maxLength < 10_000 ? [fc.constant('🦡'.repeat(maxLength))] : []
  const free = fc.oneof({ weight: 9, arbitrary: any }, ...full).filter((text) => matches.test(text))
  if (matches.test('🦡'.repeat(Math.max(minLength, 1)))) return free
  return fc.stringMatching(matches).filter((text) => text.length >= minLength && text.length <= maxLength)
}

/** The values that a schema of the document allows. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return valuesOf(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return fc.oneof(...variants.map(valuesOf))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  return fc.oneof(...[schema.type ?? []].flat().map((type) => valuesOfType(type, schema)))
}

function valuesOfType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum))
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'string':
      return texts(schema)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 5 } = schema
      return fc.array(valuesOf(items), { minLength: minItems, maxLength: Math.min(maxItems, 5) })
    }
    default: {
      const { properties = {}, required = [] } = schema
      const fields = Object.entries(properties).map(([name, value]) => [name, valuesOf(value)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: required })
    }
  }
}

function valuesAt(place: 'path' | 'query', parameters: Parameter[]): fc.Arbitrary<Record<string, unknown>> {
  const there = parameters.filter((one) => one.in === place)
  const fields = there.map(({ name, schema }) => [name, valuesOf(schema)] as const)
  const requiredKeys = there.filter(({ required }) => required).map(({ name }) => name)
  return fc.record(Object.fromEntries(fields), { requiredKeys })
}

/** The values as an address has them; null is left out of a query. */
const asTexts = (values: Record<string, unknown>) =>
  Object.entries(values).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, String(value)]]))

const JSON_HEADERS = new Headers({ 'content-type': 'application/json', 'if-match': '"1"' })

test.each(routes.map(({ operation }) => operation))(
  'every input that the document allows for $id is valid',
  (operation) => {
    const { parameters = [], requestBody } = declared.get(operation.id) ?? {}
    const schema = requestBody?.content['application/json']?.schema
    const body = operation.body && schema ? valuesOf(schema) : fc.constant(null)
    const request = fc.record({ params: valuesAt('path', parameters), query: valuesAt('query', parameters), body })
    const refusal = ({ params, query, body: sent }: { params: object; query: object; body: unknown }) => {
      try {
        validateRequest(operation, {
          params: Object.fromEntries(asTexts({ ...params })),
          query: new URLSearchParams(asTexts({ ...query })),
          headers: JSON_HEADERS,
          rawBody: sent === null ? null : new TextEncoder().encode(JSON.stringify(sent)),
        })
        return null
      } catch (error) {
        if (!(error instanceof RequestInvalid)) throw error
        const others = error.details.filter(({ msg }) => msg !== NOT_DECLARABLE)
        return others.length > 0 ? others : null
      }
    }
    fc.assert(
      fc.property(request, (one) => {
        expect(refusal(one)).toBeNull()
      }),
      { numRuns: propertyRuns(500) },
    )
  },
)
