import { z } from 'zod'

/** The error of an operation that answers as OpenAI's API does. */
export const openAiErrorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      /** The field that is wrong. */
      param: z.string().nullable(),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: 'OpenAIError' })
export type OpenAiError = z.infer<typeof openAiErrorSchema>
