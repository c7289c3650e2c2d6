import { expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { isProblemCode, type ProblemCode, problemRow } from '@/lib/core/problem/problem-table'
import { openAiStatus } from '@/lib/core/problem/to-openai-error'
import { openApiDocument } from './openapi'
import { routes } from './routes'

setEnv({ BASE_URL: 'http://localhost:3000' })

type Schema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Parameter = { name: string; description?: string; schema?: Schema }
type Response = { content?: Record<string, unknown>; 'x-error-codes'?: string[] }
type Operation = {
  operationId: string
  description?: string
  parameters?: Parameter[]
  responses: Record<string, Response>
  'x-codeSamples'?: { lang: string; source: string }[]
}
type Media = { schema: Schema }
type Body = { content: Record<string, Media> }
type Message = Operation & { requestBody: Body }
const document = openApiDocument() as {
  webhooks: Record<string, { post: Message }>
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
}
const { schemas } = document.components
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

test('a nullable field of a named object is declared as a union of the object and null', () => {
  const reported = (schema: string, field: string) => schemas[schema]?.properties?.[field]
  const either = (name: string) => ({ anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] })
  expect(reported('Job', 'transcript')).toMatchObject(either('Transcript'))
  expect(reported('Job', 'error')).toMatchObject(either('Problem'))
  expect(reported('ImportItem', 'error')).toMatchObject(either('Problem'))
  expect(reported('ResolveResponse', 'show')).toMatchObject(either('ShowInfo'))
})

test('no named object is declared nullable, and no schema uses allOf', () => {
  const nullable = Object.entries(schemas).filter(([, { type }]) => Array.isArray(type))
  expect(nullable.map(([name]) => name)).toEqual([])
  expect(JSON.stringify(document)).not.toContain('"allOf"')
})

function withoutMeaning(schema: Schema, place: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, value]) => [
    ...(value.description ? [] : [`${place}.${name}`]),
    ...withoutMeaning(value, `${place}.${name}`),
  ])
  const inner = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => one ?? [])
  return [...fields, ...inner.flatMap((one) => withoutMeaning(one, place))]
}

test('every field and parameter says what it means', () => {
  const fields = Object.entries(schemas).flatMap(([name, schema]) => withoutMeaning(schema, name))
  const messages = Object.values(document.webhooks).map(({ post }) => post)
  const sent = messages.flatMap(({ operationId, requestBody }) =>
    withoutMeaning(requestBody.content['application/json']?.schema ?? {}, operationId),
  )
  const parameters = [...Object.values(document.paths).flatMap((path) => Object.values(path)), ...messages].flatMap(
    ({ operationId, parameters = [] }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${operationId}.${name}`),
  )
  expect([...fields, ...sent, ...parameters]).toEqual([])
})

function numbersThatAnswerWhether(schema: Schema, place: string): string[] {
  const isNumber = [schema.type, ...(schema.anyOf ?? []).map(({ type }) => type)]
    .flat()
    .some((type) => type === 'number' || type === 'integer')
  const own = isNumber && schema.description?.startsWith('Whether') ? [place] : []
  const fields = Object.entries(schema.properties ?? {})
  const inner = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => one ?? [])
  return [
    ...own,
    ...fields.flatMap(([name, value]) => numbersThatAnswerWhether(value, `${place}.${name}`)),
    ...inner.flatMap((one) => numbersThatAnswerWhether(one, place)),
  ]
}

test('no number has a meaning that begins with "Whether"', () => {
  const bodies = Object.values(document.webhooks).map(
    ({ post }) => post.requestBody.content['application/json']?.schema ?? {},
  )
  const named = Object.entries(schemas).flatMap(([name, schema]) => numbersThatAnswerWhether(schema, name))
  const sent = bodies.flatMap((schema, index) => numbersThatAnswerWhether(schema, `message ${index}`))
  const parameters = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.flatMap(({ name, description, schema }) =>
      numbersThatAnswerWhether({ ...schema, ...(description && { description }) }, `${operationId}.${name}`),
    ),
  )
  expect([...named, ...sent, ...parameters]).toEqual([])
})

test('the fields of an upload say what they are of', () => {
  const meaning = (schema: string, field: string) => schemas[schema]?.properties?.[field]?.description
  expect(meaning('UploadProgress', 'size_bytes')).toMatch(/^The size of the file/)
  expect(meaning('UploadProgress', 'received_bytes')).toMatch(/received/)
  expect(meaning('UploadProgress', 'complete')).toMatch(/file/)
  expect(meaning('UploadProgress', 'parts')).toMatch(/to send/)
  expect(meaning('SignRequest', 'size_bytes')).toMatch(/^The size of the file/)
  expect(meaning('UploadPart', 'size_bytes')).toMatch(/^The size of the part/)
})

test('addresses in it are those of the service', () => {
  expect(JSON.stringify(document)).not.toContain('{{base_url}}')
  expect(schemas.SignResponse?.properties?.upload_url).toMatchObject({
    examples: [expect.stringMatching(/^http:\/\/localhost:3000\//)],
  })
})

test('every operation says who may call it, with a call in three languages', () => {
  for (const operation of operations) {
    expect(operation.description, operation.operationId).toMatch(/credential|Requires/)
    expect(operation['x-codeSamples']?.map(({ lang }) => lang)).toEqual(['Shell', 'TypeScript', 'Python'])
    expect(operation['x-codeSamples']?.[0]?.source, operation.operationId).toContain('http://localhost:3000')
  }
})

test('each sample in curl has a value for each parameter of its path', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const { operationId, ...operation } of Object.values(methods)) {
      const source = operation['x-codeSamples']?.[0]?.source ?? ''
      const [, called = ''] = /http:\/\/localhost:3000([^\s?'"]*)/.exec(source) ?? []
      const fixed = path.split('/').map((part, at) => (part.includes('{') ? called.split('/')[at] : part))
      expect(called, operationId).toBe(fixed.join('/'))
      expect(called, operationId).not.toMatch(/[{}]|%7B/)
    }
  }
})

test('errors are listed by the status that they have', () => {
  const ofOpenAi = new Set(routes.flatMap(({ operation }) => (operation.errors === 'openai' ? [operation.id] : [])))
  const listed = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, response]) =>
      status === 'default'
        ? []
        : (response['x-error-codes'] ?? []).map((code) => ({ code, status, isOpenAi: ofOpenAi.has(operationId) })),
    ),
  )
  expect(listed.length).toBeGreaterThan(operations.length)
  const own = listed.filter(({ code, isOpenAi }) => !isOpenAi || isProblemCode(code))
  for (const { code, status, isOpenAi } of own) {
    const declared = problemRow(code as ProblemCode).status
    expect(`${isOpenAi ? openAiStatus(declared) : declared} ${code}`).toBe(`${status} ${code}`)
  }
  const others = listed.filter((one) => !own.includes(one)).map(({ code, status }) => `${status} ${code}`)
  expect([...new Set(others)].sort()).toEqual([
    '401 invalid_api_key',
    '429 insufficient_quota',
    '429 rate_limit_exceeded',
  ])
})

test('no operation has the name that generators give to the code of a schema', () => {
  const names = new Set(Object.keys(schemas).map((name) => name.toLowerCase()))
  const made = operations.flatMap(({ operationId: id }) => [id, `${id}Response`])
  expect(made.filter((name) => names.has(name.toLowerCase()))).toEqual([])
})
