import type { z } from 'zod'
import type { Operation, OperationInput } from '@/lib/platform/operation'
import { parseJsonBody } from './parse-json-body'
import { RequestInvalid } from './request-invalid'
import { selectIssues } from './select-issues'
import { type RequestPart, toValidationDetail } from './to-validation-detail'
import type { ValidationDetail } from './validation-detail'

/** What a request says, before it is known to fit. `params` are the path's, percent-decoded. */
export type RequestParts = {
  params: Record<string, string>
  query: URLSearchParams
  contentType: string | null
  rawBody: Uint8Array | null
}

function validatePart(part: RequestPart, schema: z.ZodObject | undefined, sent: unknown, details: ValidationDetail[]) {
  const result = schema?.safeParse(sent)
  if (result?.error) {
    for (const issue of selectIssues(result.error.issues)) details.push(toValidationDetail(issue, sent, part))
  }
  return result?.data
}

/**
 * What an operation's handler takes, of a request. Of a repeated query key the last wins, and unknown fields are
 * ignored. Throws `RequestInvalid` with all errors of path, query and body at once, as FastAPI orders and words them;
 * a body that is no JSON is reported alone, as FastAPI does.
 */
export function validateRequest<O extends Operation>(operation: O, request: RequestParts): OperationInput<O> {
  const sent = operation.body && parseJsonBody(request.contentType, request.rawBody)
  const details: ValidationDetail[] = []
  const params = validatePart('path', operation.params, request.params, details)
  const query = validatePart('query', operation.query, Object.fromEntries(request.query), details)
  const body = validatePart('body', operation.body, sent, details)
  if (details.length > 0) throw new RequestInvalid(details)
  return { params, query, body } as OperationInput<O>
}
