import type { z } from 'zod'
import type { PydanticError } from './pydantic-error'
import { valueError } from './value-error'

const BY_EXPECTED: Record<string, PydanticError> = {
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  object: {
    type: 'model_attributes_type',
    msg: 'Input should be a valid dictionary or object to extract fields from',
  },
  record: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
  boolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  int: { type: 'int_type', msg: 'Input should be a valid integer' },
  number: { type: 'float_type', msg: 'Input should be a valid number' },
}

const BOOLEAN_TEXT: PydanticError = {
  type: 'bool_parsing',
  msg: 'Input should be a valid boolean, unable to interpret input',
}
const FRACTION: PydanticError = {
  type: 'int_from_float',
  msg: 'Input should be a valid integer, got a number with a fractional part',
}
const NUMBER_TEXT: PydanticError = {
  type: 'float_parsing',
  msg: 'Input should be a valid number, unable to parse string as a number',
}

/**
 * A value of another type than its schema's. An integer that a string may hold is declared with `queryInt`, so a plain
 * number schema is a float here.
 */
export function wrongTypeError(issue: z.core.$ZodIssueInvalidType, input: unknown): PydanticError {
  const isNumber = typeof input === 'number'
  if (issue.expected === 'boolean' && (typeof input === 'string' || (isNumber && Number.isInteger(input)))) {
    return BOOLEAN_TEXT
  }
  if (issue.expected === 'int' && isNumber) return FRACTION
  if (issue.expected === 'number' && typeof input === 'string') return NUMBER_TEXT
  return BY_EXPECTED[issue.expected] ?? valueError(issue.message)
}
