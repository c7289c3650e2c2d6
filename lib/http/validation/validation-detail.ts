import type { z } from 'zod'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { type PydanticError, toPydanticError } from './pydantic-error'

/**
 * One error of a request, as pydantic 2 writes it, with its keys in this order. `loc` begins with the part of the
 * request (`path`, `query`, `body`); `input` is what was sent there, a link without its credentials, for a missing body field the object around it.
 */
export type ValidationDetail = {
  type: string
  loc: (string | number)[]
  msg: string
  input: unknown
  ctx?: Record<string, unknown>
}

/** A request that does not fit its operation: a 422 whose body is `{ detail: details }`. */
export class RequestInvalid extends Error {
  override readonly name = 'RequestInvalid'
  readonly details: ValidationDetail[]

  constructor(details: ValidationDetail[]) {
    // The stack of a validation error says nothing, and capturing it takes longer than the response.
    const frames = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super()
    Error.stackTraceLimit = frames
    this.details = details
  }

  override get message(): string {
    return this.details.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
  }
}

/** The part of a request that a schema describes, as `loc` begins. */
export type RequestPart = 'path' | 'query' | 'header' | 'body'

const MISSING: PydanticError = { type: 'missing', msg: 'Field required' }

/** The value at a path of what was sent, own properties only; undefined where there is none. */
function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** A required part or field that was not sent. JSON knows no undefined, so nothing sent is ever that. */
function isMissing(issue: z.core.$ZodIssue, input: unknown): boolean {
  if (issue.code === 'custom') return false
  return issue.path.length === 0 ? input === null : input === undefined
}

/** One zod issue about a part of a request as pydantic reports it. `root` is the whole part as it was sent. */
export function toValidationDetail(issue: z.core.$ZodIssue, root: unknown, part: RequestPart): ValidationDetail {
  const loc = [part, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))]
  const input = valueAt(root, issue.path)
  if (isMissing(issue, input)) {
    return {
      type: MISSING.type,
      loc,
      msg: MISSING.msg,
      input: part === 'body' ? valueAt(root, issue.path.slice(0, -1)) : null,
    }
  }
  const { type, msg, ctx } = toPydanticError(issue, input)
  const shown = typeof input === 'string' ? withoutCredentials(input) : (input ?? null)
  return { type, loc, msg, input: shown, ...(ctx ? { ctx } : {}) }
}
