import { z } from 'zod'

/** A named schema, or null. For `nullable()` of a named schema the OpenAPI document would omit the null. */
export function orNull<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.null()])
}
