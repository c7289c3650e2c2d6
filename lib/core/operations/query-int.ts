import { z } from 'zod'

type Bounds = { min?: number; max?: number }

/** Why a value is no integer: pydantic's type and sentence. */
type IntegerRefusal = { type: string; message: string }

const PARSING = {
  type: 'int_parsing',
  message: 'Input should be a valid integer, unable to parse string as an integer',
}
const PARSING_SIZE = {
  type: 'int_parsing_size',
  message: 'Unable to parse input string as an integer, exceeded maximum size',
}
const FROM_FLOAT = {
  type: 'int_from_float',
  message: 'Input should be a valid integer, got a number with a fractional part',
}
const NOT_FINITE = { type: 'finite_number', message: 'Input should be a finite number' }
const TYPE = { type: 'int_type', message: 'Input should be a valid integer' }

/** How many characters pydantic reads of one number, its minus sign included. */
const MAX_LENGTH = 4300

function toSafe(value: number): number {
  const safe = Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  return safe === 0 ? 0 : safe
}

function parseText(text: string): number | IntegerRefusal {
  const [beginning = '', sign = '', padded = ''] = /^\p{White_Space}*([+-]?)([0-9_.]*)/u.exec(text) ?? []
  const number = padded.replace(/^0[0_]*(?=[0-9])/, '')
  const [integer = ''] = number.split('.', 1)
  const digits = integer.replaceAll('_', '')
  const room = sign === '-' ? MAX_LENGTH - 1 : MAX_LENGTH
  if (sign !== '+' && number.search(/[^0-9]|$/) > room) return PARSING_SIZE
  const isWhole = /^\p{White_Space}*$/u.test(text.slice(beginning.length))
  if (!isWhole || !/^[0-9]+(?:_[0-9]+)*(?:\.0+)?$/.test(number) || digits.length > room) return PARSING
  return toSafe(Number(sign + digits))
}

/**
 * pydantic's lax mode for an integer: of a string, space around it, a sign, leading zeros, single underscores and `.0`
 * are taken; a boolean is 0 or 1. Beyond the safe integers it is the nearest safe one: no bound lies out there.
 */
export function parseLaxInteger(value: unknown): number | IntegerRefusal {
  if (typeof value === 'string') return parseText(value)
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'number') return TYPE
  if (!Number.isFinite(value)) return NOT_FINITE
  return Number.isInteger(value) ? toSafe(value) : FROM_FLOAT
}

function toInteger(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (value === undefined) return value
  const integer = parseLaxInteger(value)
  if (typeof integer === 'number') return integer
  context.addIssue({ code: 'custom', message: integer.message, params: { type: integer.type } })
  return z.NEVER
}

/**
 * An integer field in pydantic's lax mode, as a query holds it (`" 5 "`, `+5` and `1.0` are integers), with inclusive
 * bounds and a default. A client and the OpenAPI document see a plain integer.
 */
export function queryInt(
  options: Bounds & { default: number },
): z.ZodPreprocess<z.ZodDefault<z.ZodInt>, number | undefined>
export function queryInt(options?: Bounds): z.ZodPreprocess<z.ZodInt, number>
export function queryInt(options: Bounds & { default?: number } = {}): z.ZodPreprocess {
  const { min, max, default: fallback } = options
  const floored = min === undefined ? z.int() : z.int().min(min)
  const bounded = max === undefined ? floored : floored.max(max)
  return z.preprocess(toInteger, fallback === undefined ? bounded : bounded.default(fallback))
}
