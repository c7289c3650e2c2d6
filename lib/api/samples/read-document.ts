import { z } from 'zod'

const schemaShape = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  get properties() {
    return z.record(z.string(), schemaShape).optional()
  },
  get items() {
    return schemaShape.optional()
  },
  get oneOf() {
    return z.array(schemaShape).optional()
  },
  get anyOf() {
    return z.array(schemaShape).optional()
  },
})

/** A JSON schema, as far as our declarations use it. */
export type Schema = z.infer<typeof schemaShape>

const contentShape = z.record(z.string(), z.object({ schema: schemaShape }))

const operationShape = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.tuple([z.string()]),
  security: z.array(z.unknown()).optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean().default(false),
        description: z.string().optional(),
        schema: schemaShape,
      }),
    )
    .default([]),
  requestBody: z.object({ description: z.string().optional(), content: contentShape }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: contentShape.default({}),
      'x-error-codes': z.array(z.string()).default([]),
    }),
  ),
})

export type DocumentedOperation = z.infer<typeof operationShape> & { method: string; path: string }

const documentShape = z.object({
  info: z.object({ version: z.string() }),
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
  components: z.object({ schemas: z.record(z.string(), schemaShape) }),
})

export type ApiDocument = {
  version: string
  baseUrl: string
  operations: DocumentedOperation[]
  schemas: Record<string, Schema>
}

/** An OpenAPI document of ours, as far as samples and the reference are made of it. */
export function readDocument(document: unknown): ApiDocument {
  const { info, servers, paths, components } = documentShape.parse(document)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  return { version: info.version, baseUrl: servers[0].url, operations, schemas: components.schemas }
}

/** A schema itself, where another only names it. */
export function resolveSchema(schema: Schema, schemas: ApiDocument['schemas']): Schema {
  return schema.$ref ? (schemas[schemaName(schema.$ref)] ?? schema) : schema
}

/** The name at the end of a reference. */
export function schemaName(ref: string): string {
  return ref.split('/').at(-1) ?? ref
}
