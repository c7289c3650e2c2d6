import { z } from 'zod'
import { parseLaxInteger } from './parse-lax-integer'

type Bounds = { min?: number; max?: number }

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
