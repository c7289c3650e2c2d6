import type { z } from 'zod'
import type { BodyKind } from '../http/body-rules'
import type { ProblemCode } from '../problem/problem-table'

/** The scopes of a credential. An API key has all of them. */
export type Scope = 'transcripts:read' | 'transcripts:write' | 'publish' | 'imports' | 'account:read' | 'billing'

/**
 * The access to an operation: anyone; the bearer of a credential with this scope; only the account itself (its API key,
 * session or command line, never a connector's token); or of these only this machine's local account and the operators'
 * accounts.
 */
export type Access = 'public' | 'account' | 'operator' | Scope

export type OperationResponse = {
  description: string
  /** The JSON body; absent: no body, or one of `mediaTypes`. */
  schema?: z.ZodType
  mediaTypes?: readonly string[]
}

type Shape = z.ZodObject | undefined

/**
 * The declaration of an operation of the API: validation, OpenAPI, the typed client and the docs are derived from it.
 * `path` is in OpenAPI’s form (`/v1/jobs/{job_id}`).
 */
export type Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  A extends z.ZodType = z.ZodType,
> = {
  id: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: `/${string}`
  summary: string
  /** Details beyond the summary, as Markdown: what to know before a call. */
  description?: string
  tag: string
  access: Access
  /** A public operation that returns more to the bearer of a credential with this scope. */
  optionalScope?: Scope
  params?: P
  query?: Q
  /** An absent body is a 422 even if every field has a default: the contract requires an object. */
  body?: B
  /** The limits of the body; `json` where absent. */
  bodyKind?: BodyKind
  /** The body of the plain success, for the typed client. */
  success: A
  answers: Record<number, OperationResponse>
  /** The errors specific to this operation; its access, body and fields add others. */
  problems?: readonly ProblemCode[]
  /** The OAuth error code (RFC 6749 §5.2) that a 422 bears too, for clients that read nothing else. */
  invalidAs?: string
  /** Request bodies that are not JSON (the upload target, OAuth's forms); `form` has the fields of one. */
  rawBody?: { description: string; mediaType: string; kind: BodyKind | 'file'; form?: z.ZodObject }
  /** A long-lived operation (upload, download, stream of events), which costs next to nothing meanwhile. */
  isLongLasting?: true
  /** A polled operation (polls, probes), with a separate, larger rate limit. */
  limit?: 'frequent'
  /** The response may stay silent for as long as the work takes, which may be hours. */
  isSilent?: true
  /**
   * Honours an `Idempotency-Key`: the same call again gets the first response. Not for public operations. `handler`: what
   * makes it the same call is in a raw body, so that the handler sees to it.
   */
  idempotencyKey?: true | 'handler'
  /** The shape of its errors: OpenAI's, for its clients; problem details where absent. */
  errors?: 'openai'
  /** Takes the version that it changes by `If-Match`: a 422 without it, or whatever version there is. */
  ifMatch?: 'required' | 'optional'
}

/** Declares an operation, keeping the types of its schemas. */
export function defineOperation<
  A extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(operation: Operation<P, Q, B, A>): Operation<P, Q, B, A> {
  return operation
}

type Parsed<S extends Shape> = S extends z.ZodObject ? z.output<S> : undefined
type Sent<S extends Shape> = S extends z.ZodObject ? z.input<S> : undefined

/** The validated input of a handler. */
export type OperationInput<O> =
  O extends Operation<infer P, infer Q, infer B, z.ZodType>
    ? { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> }
    : never

/** The request of an operation, as a client sends it. */
export type OperationRequest<O> =
  O extends Operation<infer P, infer Q, infer B, z.ZodType> ? { params: Sent<P>; query: Sent<Q>; body: Sent<B> } : never

/** The response of an operation that succeeded. */
export type OperationSuccess<O> = O extends Operation<Shape, Shape, Shape, infer A> ? z.output<A> : never

/** The path of an operation as Hono's routers write it: `/v1/jobs/:job_id`. */
export function honoPath(path: string): string {
  return path.replace(/\{([a-z_]{1,40})\}/g, ':$1')
}
