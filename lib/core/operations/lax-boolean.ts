import { z } from 'zod'

const TRUE = new Set(['1', 't', 'y', 'on', 'yes', 'true'])
const FALSE = new Set(['0', 'f', 'n', 'no', 'off', 'false'])

function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const word = String(value).toLowerCase()
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : value
}

/**
 * A boolean field in pydantic's lax mode, with its default: `yes`, `off`, `1` and their like count, in any case. What is
 * neither is left as it is, for the boolean schema to refuse. A client and the OpenAPI document see a plain boolean.
 */
export function laxBoolean(options: {
  default: boolean
}): z.ZodPreprocess<z.ZodDefault<z.ZodBoolean>, boolean | undefined>
export function laxBoolean(): z.ZodPreprocess<z.ZodBoolean, boolean>
export function laxBoolean(options: { default?: boolean } = {}): z.ZodPreprocess {
  return z.preprocess(toBoolean, options.default === undefined ? z.boolean() : z.boolean().default(options.default))
}

/**
 * The same for a field that can also be one word, its default. What is neither a boolean nor that word is left as it is, for the schema
 * to refuse.
 */
export function laxBooleanOr<Word extends string>(
  word: Word,
): z.ZodPreprocess<z.ZodDefault<z.ZodUnion<[z.ZodBoolean, z.ZodLiteral<Word>]>>, boolean | Word | undefined>
export function laxBooleanOr(word: string): z.ZodPreprocess {
  return z.preprocess(toBoolean, z.union([z.boolean(), z.literal(word)]).default(word))
}
