import { z } from 'zod'

const DECIMAL = /^\s*[-+]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})\s*$/

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value
}

/** A number field as a query holds it, with inclusive bounds. A client and the OpenAPI document see a plain number. */
export function queryNumber(bounds: { min: number; max: number }): z.ZodPreprocess<z.ZodNumber, number>
export function queryNumber({ min, max }: { min: number; max: number }): z.ZodPreprocess {
  return z.preprocess(toNumber, z.number().min(min).max(max))
}
