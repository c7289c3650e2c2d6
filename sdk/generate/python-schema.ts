import type { PlatformFacts } from '@/lib/platforms/platform-facts'
import { PLATFORMS } from '@/lib/platforms/platforms'
import type { Field, GeneratedSchema, ObjectType, OperationTypes, Type } from './type-model'

const LINE = 120

const SIMPLE = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  unknown: 'Any',
} as const

const literalOf = (value: string | number | boolean) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

function nameOf(type: Type): string {
  switch (type.kind) {
    case 'literal':
      return `Literal[${type.values.map(literalOf).join(', ')}]`
    case 'object':
      return type.name
    case 'array':
      return `List[${nameOf(type.item)}]`
    case 'map':
      return `Dict[str, ${nameOf(type.value)}]`
    case 'union': {
      const others = type.types.filter(({ kind }) => kind !== 'null')
      const union = others.length > 1 ? `Union[${others.map(nameOf).join(', ')}]` : others.map(nameOf).join('')
      return others.length < type.types.length ? `Optional[${union}]` : union
    }
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return SIMPLE[type.kind]
  }
}

/** Breaks a long line within brackets, which is where Python permits it. */
function broken(line: string): string {
  if (line.length <= LINE) return line
  const at = line.indexOf('Literal[')
  const end = line.indexOf(']', at)
  if (at < 0) return line
  const values = line.slice(at + 'Literal['.length, end).split(', ')
  return `${line.slice(0, at)}Literal[\n${values.map((value) => `        ${value},\n`).join('')}    ${line.slice(end)}`
}

/** A text as it may stand between triple quotes. */
const docString = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')

function field({ name, type, required, description }: Field): string {
  const annotation = required ? nameOf(type) : `NotRequired[${nameOf(type)}]`
  const line = broken(`    ${name}: ${annotation}`)
  return description ? `${line}\n    """${docString(description)}"""` : line
}

const KEYWORDS: ReadonlySet<string> = new Set(['from', 'in', 'is', 'class', 'import'])

function classOf({ name, fields }: ObjectType): string {
  if (!fields.some((one) => KEYWORDS.has(one.name))) {
    return `class ${name}(TypedDict):\n${fields.map(field).join('\n')}\n`
  }
  // A field named like a keyword can't be written in a class.
  const rows = fields.map((one) => `        "${one.name}": ${JSON.stringify(nameOf(one.type))},`)
  const isTotal = fields.every(({ required }) => required)
  return `${name} = TypedDict(\n    "${name}",\n    {\n${rows.join('\n')}\n    },\n    total=${isTotal ? 'True' : 'False'},\n)\n`
}

const HEAD = '# Generated from the OpenAPI document by "npm run sdk". Do not edit.\n'

const IMPORTS = `from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired
`

/** The module of types: a TypedDict for every object of the API. */
export function pythonSchema({ objects, messages, codes }: GeneratedSchema): string {
  const errors = codes.map((code) => `    "${code}",`).join('\n')
  const classes = objects.map((object) => `\n\n${classOf(object)}`).join('')
  const union = `WebhookMessage = Union[\n${messages.map((name) => `    ${name},`).join('\n')}\n]\n`
  return `${HEAD}${IMPORTS}${classes}\n\n${union}\nErrorCode = Literal[\n${errors}\n]\n`
}

/** The module that has how each platform links to a time. */
export function pythonPlatforms(): string {
  const rows = PLATFORMS.flatMap(({ id, timeLink }: PlatformFacts) => (timeLink ? `    "${id}": "${timeLink}",` : []))
  return `${HEAD}from __future__ import annotations

from typing import Dict

TIME_LINKS: Dict[str, str] = {
${rows.join('\n')}
}
"""Suffix that a link gets for a time: a query or a fragment, with whole seconds at the braces."""
`
}

/** The module that has the method and the path of each operation. */
export function pythonOperations(operations: readonly OperationTypes[]): string {
  const rows = operations.map(
    ({ id, method, path, takesIdempotencyKey, mediaType }) =>
      `    "${id}": Operation("${method}", "${path}"${takesIdempotencyKey ? ', takes_key=True' : ''}${mediaType ? ', is_file=True' : ''}),`,
  )
  return `${HEAD}from __future__ import annotations

from typing import Dict, NamedTuple


class Operation(NamedTuple):
    method: str
    path: str
    takes_key: bool = False
    """Whether an Idempotency-Key is honoured."""
    is_file: bool = False
    """Whether the response is not JSON, but a file or a stream."""


OPERATIONS: Dict[str, Operation] = {
${rows.join('\n')}
}
`
}
