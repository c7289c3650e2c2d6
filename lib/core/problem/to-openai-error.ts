import { z } from 'zod'
import { withOurCommands } from '../programs/our-command'
import type { Problem } from './problem'
import { type ProblemCode, problemRow } from './problem-table'

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

/** OpenAI's own codes, for those who look for them. Every other code is ours. */
const CODES: Partial<Record<ProblemCode, string>> = {
  invalid_credentials: 'invalid_api_key',
  rate_limited: 'rate_limit_exceeded',
  allowance_exceeded: 'insufficient_quota',
}

const STATUSES: Readonly<Record<number, number>> = { 402: 429, 415: 400, 422: 400 }

function typeOf({ code, status }: Problem): string {
  if (code === 'allowance_exceeded') return 'insufficient_quota'
  if (status === 429) return 'requests'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

function fieldOf({ status, context }: Problem): string | null {
  if (typeof context.field === 'string') return context.field
  return status === 415 ? 'file' : null
}

/** A problem in the shape of OpenAI's API. */
export function toOpenAiError(problem: Problem): OpenAiError {
  const { code, message } = problem
  return {
    error: {
      message: withOurCommands(message),
      type: typeOf(problem),
      param: fieldOf(problem),
      code: openAiCode(code),
    },
  }
}

/** The name that a code has there. */
export function openAiCode(code: ProblemCode): string {
  return CODES[code] ?? code
}

/** The status that a problem of this status has there. */
export function openAiStatus(status: number): number {
  return STATUSES[status] ?? status
}

/** Whether a retry can help: OpenAI's clients retry every 409 and 429 automatically. */
export function retryHeader({ code, context }: Problem): Record<string, string> {
  return { 'x-should-retry': String(problemRow(code).retryable && context.retryable !== false) }
}
