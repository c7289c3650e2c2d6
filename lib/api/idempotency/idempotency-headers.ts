import { z } from 'zod'

const MAX_KEY_CHARACTERS = 255

/** The request headers of an operation that honours an Idempotency-Key: any printable ASCII, taken as it stands. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(MAX_KEY_CHARACTERS)
    .regex(/^[ -~]*$/)
    .optional()
    .meta({ description: 'The same call again within 24 hours, with the same key, gets the first answer.' }),
})
