import type { OperationResponse as Declared, Operation } from '@/lib/core/operations/operation'
import { problemSchema, validationErrorSchema } from '@/lib/core/problem/problem-schema'
import { isProblemCode, problemRow } from '@/lib/core/problem/problem-table'
import { openAiErrorSchema } from '@/lib/core/problem/to-openai-error'

/** An answer that has been read; `body` is its JSON, if it has one. */
type Answer = { status: number; headers: Headers; text: string; body: unknown }

/** Answers that the document describes for every operation, by their status, beside problem details. */
const NOT_MODIFIED = 304

function faultOfDeclared(declared: Declared, { status, headers, text, body }: Answer): string | null {
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (declared.mediaTypes?.some((one) => one === type || one === '*/*')) return null
  if (!declared.schema) return text === '' ? null : `a body where ${status} has none`
  if (!/^application\/(?:problem\+)?json$/.test(type)) return `${status} as ${type || 'nothing'}`
  const parsed = declared.schema.safeParse(body)
  return parsed.success ? null : `${status} of another shape: ${parsed.error.message}`
}

function faultOfProblem({ status, headers, body }: Answer): string | null {
  if (headers.get('content-type') !== 'application/problem+json') return `${status} that is no problem details`
  const parsed = problemSchema.safeParse(body)
  if (!parsed.success) return `${status} of another shape: ${parsed.error.message}`
  const { code } = parsed.data
  if (!isProblemCode(code) || problemRow(code).status !== status) return `${status} with the code ${code}`
  return parsed.data.request_id === headers.get('x-request-id') ? null : 'another request id than in the header'
}

function faultOfOpenAiError({ status, headers, body }: Answer): string | null {
  const parsed = openAiErrorSchema.safeParse(body)
  if (status < 400 || status === 422) return `the status ${status}`
  if (headers.get('content-type') !== 'application/json') return `${status} that is not JSON`
  return parsed.success ? null : `${status} of another shape: ${parsed.error.message}`
}

function faultOfShape(operation: Operation, answer: Answer): string | null {
  const isOpenAi = operation.errors === 'openai'
  if (answer.status === 422 && !isOpenAi) return validationErrorSchema.safeParse(answer.body).error?.message ?? null
  const declared = operation.answers[answer.status]
  const fault = declared ? faultOfDeclared(declared, answer) : null
  // A status with a declared body can also be a problem, as a 404 is.
  if (declared && fault === null) return null
  return isOpenAi ? faultOfOpenAiError(answer) : faultOfProblem(answer)
}

/** A difference between an answer of the API and the OpenAPI document; null: none. */
export function findSchemaMismatch(operation: Operation, answer: Answer): string | null {
  if (answer.status === 500) return 'a 500'
  if (!answer.headers.get('x-request-id')) return 'no request id'
  if (answer.headers.get('x-content-type-options') !== 'nosniff') return 'an answer that may be sniffed'
  if (answer.status === NOT_MODIFIED && operation.answers[NOT_MODIFIED]) return null
  return faultOfShape(operation, answer)
}
