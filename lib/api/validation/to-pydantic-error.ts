import type { z } from 'zod'
import { boundError } from './bound-error'
import type { PydanticError } from './pydantic-error'
import { valueError } from './value-error'
import { wrongTypeError } from './wrong-type-error'

function notInEnum(issue: z.core.$ZodIssueInvalidValue): PydanticError {
  const names = issue.values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  const last = names.pop() ?? ''
  const expected = names.length > 0 ? `${names.join(', ')} or ${last}` : last
  return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } }
}

function badFormat(issue: z.core.$ZodIssueInvalidStringFormat): PydanticError {
  if (issue.format !== 'regex' || issue.pattern === undefined) return valueError(issue.message)
  const pattern = issue.pattern.replace(/^\/(.*)\/[a-z]*$/s, '$1')
  return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } }
}

/** Fields and domain code say pydantic's own name and particulars in `params`. */
function custom(issue: z.core.$ZodIssueCustom): PydanticError {
  const { type, ctx } = issue.params ?? {}
  if (typeof type !== 'string') return valueError(issue.message)
  return { type, msg: issue.message, ...(typeof ctx === 'object' && ctx !== null ? { ctx: { ...ctx } } : {}) }
}

/** One zod issue in pydantic's words. `input` is the value it is about. */
export function toPydanticError(issue: z.core.$ZodIssue, input: unknown): PydanticError {
  switch (issue.code) {
    case 'invalid_type':
      return wrongTypeError(issue, input)
    case 'too_big':
    case 'too_small':
      return boundError(issue, input)
    case 'invalid_value':
      return notInEnum(issue)
    case 'invalid_format':
      return badFormat(issue)
    case 'custom':
      return custom(issue)
    default:
      return valueError(issue.message)
  }
}
