import type { Field, GeneratedSchema, ObjectType, OperationTypes, Type } from './type-model'

const LINE = 120

function nameOf(type: Type): string {
  switch (type.kind) {
    case 'integer':
      return 'number'
    case 'literal':
      return type.values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ')
    case 'object':
      return type.name
    case 'array': {
      const item = nameOf(type.item)
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`
    }
    case 'map':
      return `Record<string, ${nameOf(type.value)}>`
    case 'union':
      return type.types.map(nameOf).join(' | ')
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return type.kind
  }
}

/** A member with its type, broken at the bars of a union where the line would be too long. */
function member(name: string, type: string, indent: string): string {
  const line = `${indent}${name}: ${type}`
  if (line.length <= LINE) return line
  return `${indent}${name}:\n${type
    .split(' | ')
    .map((part) => `${indent}  | ${part}`)
    .join('\n')}`
}

const comment = (text: string) => text.replaceAll('*/', '*\\/')

function field({ name, type, required, description }: Field): string {
  // Members that are `undefined` are not sent.
  const text = required ? nameOf(type) : `${nameOf(type)} | undefined`
  const line = member(`${/^\w+$/.test(name) ? name : `'${name}'`}${required ? '' : '?'}`, text, '  ')
  return description ? `  /** ${comment(description)} */\n${line}` : line
}

const interfaceOf = ({ name, fields }: ObjectType) => `export interface ${name} {\n${fields.map(field).join('\n')}\n}\n`

function operation({ id, summary, params, query, bodyType, result, mediaType }: OperationTypes): string {
  const names = params?.fields.map((one) => `${one.name}: string`) ?? []
  const needsQuery = query?.fields.some(({ required }) => required)
  const parts = [
    ...(names.length > 0 ? [`params: { ${names.join('; ')} }`] : []),
    ...(query ? [`query${needsQuery ? '' : '?'}: ${query.name}${needsQuery ? '' : ' | undefined'}`] : []),
    ...(bodyType ? [`body: ${nameOf(bodyType)}`] : []),
  ]
  const request = parts.length > 0 ? `{ ${parts.join('; ')} }` : 'object'
  const answer = result ? nameOf(result) : mediaType ? 'Response' : 'undefined'
  return `  /** ${comment(summary)}. */\n  ${id}: {\n${member('request', request, '    ')}\n${member('result', answer, '    ')}\n  }`
}

const HEAD = '// Generated from the OpenAPI document by "npm run sdk". Do not edit.\n'

/** The module of types: every object of the API, and what each operation takes and returns. */
export function typescriptSchema({ objects, operations, messages, codes }: GeneratedSchema): string {
  const errors = codes.map((code) => `  | '${code}'`).join('\n')
  return [
    HEAD,
    ...objects.map(interfaceOf),
    `/** The input and output of each operation. */\nexport interface Operations {\n${operations.map(operation).join('\n')}\n}\n`,
    `/** The messages of webhooks. A newer server may have others. */\nexport type WebhookMessage =\n${messages.map((name) => `  | ${name}`).join('\n')}\n`,
    `/** The codes of errors. */\nexport type ErrorCode =\n${errors}\n`,
  ].join('\n')
}

/** The module that has the method and the path of each operation. */
export function typescriptOperations(operations: readonly OperationTypes[]): string {
  const rows = operations.map(({ id, method, path, takesIdempotencyKey, mediaType }) => {
    const marks = [...(takesIdempotencyKey ? ['takesKey: true'] : []), ...(mediaType ? ['isFile: true'] : [])]
    return `  ${id}: { ${[`method: '${method}'`, `path: '${path}'`, ...marks].join(', ')} },`
  })
  return `${HEAD}\n/** The operations: \`takesKey\` where an Idempotency-Key is honoured, \`isFile\` where the response is not JSON. */\nexport const OPERATIONS = {\n${rows.join('\n')}\n} as const\n`
}
