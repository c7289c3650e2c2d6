import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Operation, OperationResponse } from '@/lib/core/operations/operation'
import { problemSchema, validationErrorSchema } from '@/lib/core/problem/problem-schema'
import { type ProblemCode, problemRow } from '@/lib/core/problem/problem-table'
import { openAiCode, openAiErrorSchema, openAiStatus } from '@/lib/core/problem/to-openai-error'

/** The errors that any operation may return. */
const GENERAL_PROBLEMS: readonly ProblemCode[] = [
  'address_too_long',
  'headers_too_large',
  'body_too_slow',
  'internal_error',
  'service_unavailable',
]

function accessProblems({ access, optionalScope }: Operation): ProblemCode[] {
  if (access === 'public')
    return optionalScope ? ['invalid_credentials', 'insufficient_scope', 'account_suspended'] : []
  return [
    'missing_credentials',
    'invalid_credentials',
    'insufficient_scope',
    'account_suspended',
    ...(access === 'operator' ? (['operator_required'] as const) : []),
  ]
}

function inputProblems({ body, rawBody, idempotencyKey, ifMatch }: Operation): ProblemCode[] {
  return [
    ...(body || rawBody ? (['body_too_large'] as const) : []),
    ...(idempotencyKey === true ? (['idempotency_key_in_use'] as const) : []),
    ...(idempotencyKey ? (['idempotency_key_reused'] as const) : []),
    ...(ifMatch ? (['edit_conflict'] as const) : []),
  ]
}

/** The errors that an operation may answer with, by their status, beside those that any may. */
function problemsByStatus(operation: Operation): Map<number, ProblemCode[]> {
  const own = operation.problems ?? []
  const codes = new Set([...accessProblems(operation), ...inputProblems(operation), ...own, 'rate_limited' as const])
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of codes) {
    const row = problemRow(code)
    const status = isOpenAi(operation) ? openAiStatus(row.status) : row.status
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}

type Response = RouteConfig['responses'][string]

const isOpenAi = ({ errors }: Operation) => errors === 'openai'

const OPENAI_CONTENT = { 'application/json': { schema: openAiErrorSchema } }
const PROBLEM_CONTENT = { 'application/problem+json': { schema: problemSchema } }
const ERROR_CODES = 'x-error-codes'

/** The codes as an operation names them. */
function codesOf(operation: Operation, codes: readonly ProblemCode[]): readonly string[] {
  return isOpenAi(operation) ? codes.map(openAiCode) : codes
}

const contentOf = (operation: Operation) => (isOpenAi(operation) ? OPENAI_CONTENT : PROBLEM_CONTENT)

/** The codes as a reader sees them. */
const listCodes = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ')

/** The response for every status that an operation does not name. */
export function anyOtherError(operation: Operation) {
  const codes = codesOf(operation, GENERAL_PROBLEMS)
  return {
    description: `Any other error: ${listCodes(codes)}`,
    content: contentOf(operation),
    [ERROR_CODES]: codes,
  }
}

/** The 422 of an operation; with OAuth's error code beside it where clients read nothing else. */
function invalid({ invalidAs, answers }: Operation, codes: readonly ProblemCode[]): Response {
  const schema = invalidAs ? validationErrorSchema.extend({ error: z.literal(invalidAs) }) : validationErrorSchema
  const description = answers[422]?.description ?? 'A field is missing or invalid'
  return {
    description: codes.length > 0 ? `${description}: ${listCodes(codes)}` : description,
    content: { 'application/json': { schema } },
  }
}

/**
 * The responses with an error, by status. One that the operation describes itself is made by `toResponse` and has its codes
 * added.
 */
export function errorResponses(
  operation: Operation,
  toResponse: (answer: OperationResponse) => Response,
): RouteConfig['responses'] {
  const codes = problemsByStatus(operation)
  const isChecked = operation.params || operation.query || operation.body
  if (isChecked && !isOpenAi(operation) && !codes.has(422)) codes.set(422, [])
  const responses = [...codes].map(([status, problems]) => {
    const declared = operation.answers[status]
    const known = codesOf(operation, problems)
    const plain = declared ? toResponse(declared) : { description: listCodes(known), content: contentOf(operation) }
    const response = status === 422 ? invalid(operation, problems) : plain
    return [status, { ...response, ...(known.length > 0 ? { [ERROR_CODES]: known } : {}) }] as const
  })
  return Object.fromEntries(responses)
}
