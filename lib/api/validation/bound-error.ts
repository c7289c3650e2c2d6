import type { z } from 'zod'
import type { PydanticError } from './pydantic-error'

const count = (size: number, unit: string): string => `${size} ${unit}${size === 1 ? '' : 's'}`

function tooBig(issue: z.core.$ZodIssueTooBig, input: unknown): PydanticError {
  const max = Number(issue.maximum)
  if (issue.origin === 'string') {
    return {
      type: 'string_too_long',
      msg: `String should have at most ${count(max, 'character')}`,
      ctx: { max_length: max },
    }
  }
  if (issue.origin === 'array' && Array.isArray(input)) {
    return {
      type: 'too_long',
      msg: `List should have at most ${count(max, 'item')} after validation, not ${input.length}`,
      ctx: { field_type: 'List', max_length: max, actual_length: input.length },
    }
  }
  return issue.inclusive === false
    ? { type: 'less_than', msg: `Input should be less than ${max}`, ctx: { lt: max } }
    : { type: 'less_than_equal', msg: `Input should be less than or equal to ${max}`, ctx: { le: max } }
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, input: unknown): PydanticError {
  const min = Number(issue.minimum)
  if (issue.origin === 'string') {
    return {
      type: 'string_too_short',
      msg: `String should have at least ${count(min, 'character')}`,
      ctx: { min_length: min },
    }
  }
  if (issue.origin === 'array' && Array.isArray(input)) {
    return {
      type: 'too_short',
      msg: `List should have at least ${count(min, 'item')} after validation, not ${input.length}`,
      ctx: { field_type: 'List', min_length: min, actual_length: input.length },
    }
  }
  return issue.inclusive === false
    ? { type: 'greater_than', msg: `Input should be greater than ${min}`, ctx: { gt: min } }
    : { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${min}`, ctx: { ge: min } }
}

/** A string, list or number beyond its bound. Lengths of strings are in code points. */
export function boundError(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, input: unknown): PydanticError {
  return issue.code === 'too_big' ? tooBig(issue, input) : tooSmall(issue, input)
}
