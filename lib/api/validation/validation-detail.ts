/**
 * One error of a request, as pydantic 2 writes it, with its keys in this order. `loc` begins with the part of the
 * request (`path`, `query`, `body`); `input` is what was sent there, for a missing body field the object around it.
 */
export type ValidationDetail = {
  type: string
  loc: (string | number)[]
  msg: string
  input: unknown
  ctx?: Record<string, unknown>
}
