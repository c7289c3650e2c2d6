import { z } from 'zod'
import type { Operation, OperationInput } from '@/lib/core/operations/operation'
import { parseJsonBody } from './parse-json-body'
import { RequestInvalid, type RequestPart, toValidationDetail, type ValidationDetail } from './validation-detail'

/** The input of a request before validation. `params` are the path's, percent-decoded. */
export type RequestParts = {
  params: Record<string, string>
  query: URLSearchParams
  headers: Headers
  rawBody: Uint8Array | null
}

function sentVersion(headers: Headers): { 'if-match'?: string } {
  const tags = headers.get('if-match')
  return tags === null ? {} : { 'if-match': tags }
}

/** The issues of a value. Creating zod's own error would take a good part of a failing parse. */
class Issues {
  readonly issues: z.core.$ZodIssue[]

  constructor(issues: z.core.$ZodIssue[]) {
    this.issues = issues
  }
}

const safeParse = z.core._safeParse(Issues as unknown as Parameters<typeof z.core._safeParse>[0])

type Issue = z.core.$ZodIssue

function isOnlyNull(branch: readonly Issue[]): boolean {
  const [issue, ...others] = branch
  return others.length === 0 && issue?.code === 'invalid_type' && issue.path.length === 0 && issue.expected === 'null'
}

/** A union's issues are those of its branches; `null` beside others counts for none, as pydantic's `| None` does. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const branches = issue.errors.filter((branch) => !isOnlyNull(branch))
  return (branches.length > 0 ? branches : issue.errors)
    .flat()
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    .flatMap(flatten)
}

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String))
const keysAround = ({ path }: Issue): string[] => path.map((_, length) => keyOf(path.slice(0, length)))

/**
 * The issues that pydantic would report, in their order: of one value only the first; nothing of the items of a list
 * that is too long; and that a list is too short only where its items are sound.
 */
function selectIssues(issues: readonly Issue[]): readonly Issue[] {
  // The usual case, which is most of the refusals there are.
  if (issues.length === 1 && issues[0]?.code !== 'invalid_union') return issues
  const flat = issues.flatMap(flatten)
  if (flat.length === 1) return flat
  const tooLong = new Set(
    flat.flatMap((issue) => (issue.code === 'too_big' && issue.origin === 'array' ? [keyOf(issue.path)] : [])),
  )
  const withFaultsInside = new Set(flat.flatMap(keysAround))
  const seen = new Set<string>()
  return flat.filter((issue) => {
    const key = keyOf(issue.path)
    const isFirst = !seen.has(key)
    seen.add(key)
    if (!isFirst || keysAround(issue).some((around) => tooLong.has(around))) return false
    return !(issue.code === 'too_small' && issue.origin === 'array' && withFaultsInside.has(key))
  })
}

function validatePart(part: RequestPart, schema: z.ZodObject | undefined, sent: unknown, details: ValidationDetail[]) {
  const result = schema && safeParse(schema, sent)
  if (result?.error) {
    for (const issue of selectIssues(result.error.issues)) details.push(toValidationDetail(issue, sent, part))
  }
  return result?.data
}

/** The fields of a form that a handler reads itself. Throws `RequestInvalid` with all errors together. */
export function validateFields<S extends z.ZodObject>(schema: S, sent: Record<string, unknown>): z.output<S> {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  const issues = selectIssues(result.error.issues)
  throw new RequestInvalid(issues.map((issue) => toValidationDetail(issue, sent, 'body')))
}

/**
 * The validated input of an operation's handler. Of a repeated query key the last wins, and unknown fields are ignored.
 * Throws `RequestInvalid` with all errors of path, query, headers and body together, in FastAPI's order and words; a
 * body that is not JSON is reported alone, as in FastAPI.
 */
export function validateRequest<O extends Operation>(operation: O, request: RequestParts): OperationInput<O> {
  const sent = operation.body && parseJsonBody(request.headers.get('content-type'), request.rawBody)
  const details: ValidationDetail[] = []
  const params = validatePart('path', operation.params, request.params, details)
  const query = operation.query && validatePart('query', operation.query, Object.fromEntries(request.query), details)
  const key = operation.idempotencyKey ? request.headers.get('idempotency-key') : null
  if (key !== null) validatePart('header', idempotencyHeaders, { 'idempotency-key': key }, details)
  if (operation.ifMatch) {
    validatePart('header', ifMatchHeaders[operation.ifMatch], sentVersion(request.headers), details)
  }
  const body = validatePart('body', operation.body, sent, details)
  if (details.length > 0) throw new RequestInvalid(details)
  return { params, query, body } as OperationInput<O>
}

const MAX_KEY_CHARACTERS = 255

/** The request headers of an operation that honors an Idempotency-Key: any printable ASCII, used unchanged. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(MAX_KEY_CHARACTERS)
    .regex(/^[ -~]*$/)
    .optional()
    .meta({ description: 'Repeating the request with the same key within 24 hours returns the first response.' }),
})

/** The headers of an operation whose handler checks the key. */
export const boundKeyHeaders = z.object({
  'idempotency-key': idempotencyHeaders.shape['idempotency-key'].meta({
    description: 'Within 24 hours the key stands for this file and these fields: with others it is refused.',
  }),
})

const MAX_TAGS_CHARACTERS = 1_000

const ifMatch = z
  .string()
  .min(1)
  .max(MAX_TAGS_CHARACTERS)
  .meta({ description: 'The ETag of the text that you have read. If it has changed since, nothing is saved (412).' })

/** The request headers of an operation that takes the version that it changes. */
export const ifMatchHeaders = {
  required: z.object({ 'if-match': ifMatch }),
  optional: z.object({ 'if-match': ifMatch.optional() }),
}
