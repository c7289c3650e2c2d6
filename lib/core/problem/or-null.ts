import { z } from 'zod'

/** A schema with a name of its own, or null. The OpenAPI document would tell `nullable()` of one as what is never null. */
export function orNull<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.null()])
}
