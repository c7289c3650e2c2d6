import { z } from 'zod'

/** RFC 9457 problem details, as every error of the API but a 422 carries them, and a failed job too. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    retryable: z.boolean(),
    retry_after: z.int().nullable(),
    request_id: z.string().nullable(),
    context: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Problem' })
export type ProblemBody = z.infer<typeof problemSchema>

/** FastAPI's body of a 422. */
export const validationErrorSchema = z
  .object({
    detail: z.array(
      z
        .object({
          loc: z.array(z.union([z.string(), z.int()])),
          msg: z.string(),
          type: z.string(),
          input: z.unknown().optional(),
          ctx: z.record(z.string(), z.unknown()).optional(),
        })
        .meta({ id: 'ValidationError' }),
    ),
  })
  .meta({ id: 'HTTPValidationError' })

/** A named schema, or null. For `nullable()` of a named schema the OpenAPI document would omit the null. */
export function orNull<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.null()])
}
