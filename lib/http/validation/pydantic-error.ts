import type { z } from 'zod'

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

/** An error as pydantic 2 reports it: its type, its sentence, and the values that the sentence names. */
export type PydanticError = { type: string; msg: string; ctx?: Record<string, unknown> }

const count = (size: number, unit: string): string => `${size} ${unit}${size === 1 ? '' : 's'}`

/** pydantic's words for a value above or below its bound. */
const ABOVE = { word: 'most', text: 'string_too_long', list: 'too_long', key: 'max_length', than: 'less', short: 'l' }
const BELOW = {
  word: 'least',
  text: 'string_too_short',
  list: 'too_short',
  key: 'min_length',
  than: 'greater',
  short: 'g',
}

/** A string, list or number beyond its bound. Lengths of strings are in code points. */
function boundError(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, input: unknown): PydanticError {
  const { word, text, list, key, than, short } = issue.code === 'too_big' ? ABOVE : BELOW
  const bound = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum)
  if (issue.origin === 'string') {
    return { type: text, msg: `String should have at ${word} ${count(bound, 'character')}`, ctx: { [key]: bound } }
  }
  if (issue.origin === 'array' && Array.isArray(input)) {
    return {
      type: list,
      msg: `List should have at ${word} ${count(bound, 'item')} after validation, not ${input.length}`,
      ctx: { field_type: 'List', [key]: bound, actual_length: input.length },
    }
  }
  return issue.inclusive === false
    ? { type: `${than}_than`, msg: `Input should be ${than} than ${bound}`, ctx: { [`${short}t`]: bound } }
    : {
        type: `${than}_than_equal`,
        msg: `Input should be ${than} than or equal to ${bound}`,
        ctx: { [`${short}e`]: bound },
      }
}

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
function wrongTypeError(issue: z.core.$ZodIssueInvalidType, input: unknown): PydanticError {
  const isNumber = typeof input === 'number'
  if (issue.expected === 'boolean' && (typeof input === 'string' || (isNumber && Number.isInteger(input)))) {
    return BOOLEAN_TEXT
  }
  if (issue.expected === 'int' && isNumber) return FRACTION
  if (issue.expected === 'number' && typeof input === 'string') return NUMBER_TEXT
  return BY_EXPECTED[issue.expected] ?? valueError(issue.message)
}

/** The form that pydantic gives to a validator's own sentence. */
function valueError(message: string): PydanticError {
  return { type: 'value_error', msg: `Value error, ${message}`, ctx: { error: {} } }
}
