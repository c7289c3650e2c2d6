import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { type OpenSpan, tracing } from './tracing'

const VERB = /^\s*(\w{1,20})/
const TABLE = /\b(?:from|into|update|join)\s+(?:"?public"?\.)?"?([a-z_]{1,63})/i
/** The change of a statement that begins with `with`; a clause of another (`for update`, `do update`) is none. */
const CHANGE =
  /(?<!\b(?:for|key|do)\s{1,9})\b(insert|update|delete)(?:\s+(?:into|from))?\s+(?:"?public"?\.)?"?([a-z_]{1,63})/i
/** The number of characters at the start of a statement that are searched for its table. */
const LOOKED_AT = 4_000

/** The action of a statement and its table, without any of its values. */
function summarise(statement: unknown): string {
  const text: unknown = typeof statement === 'object' && statement !== null ? Reflect.get(statement, 'text') : statement
  const beginning = typeof text === 'string' ? text.slice(0, LOOKED_AT) : ''
  const [, word = 'query'] = VERB.exec(beginning) ?? []
  const change = word.toLowerCase() === 'with' ? CHANGE.exec(beginning) : null
  const [, verb = word, table] = change ?? ['', word, TABLE.exec(beginning)?.[1]]
  return table ? `${verb.toUpperCase()} ${table}` : verb.toUpperCase()
}

function endAfter(span: OpenSpan, run: (args: unknown[]) => unknown, args: unknown[]): unknown {
  const callback = args.at(-1)
  if (typeof callback === 'function') {
    const ended = (error: unknown, ...rest: unknown[]) => {
      span.end(error ?? undefined)
      callback(error, ...rest)
    }
    return run([...args.slice(0, -1), ended])
  }
  const result = run(args)
  if (result instanceof Promise) result.then(() => span.end(), span.end)
  else span.end()
  return result
}

function traceClient(client: pg.ClientBase): void {
  const query: (...args: never[]) => unknown = client.query
  Reflect.set(client, 'query', (...args: unknown[]) => {
    const run = (given: unknown[]): unknown => Reflect.apply(query, client, given)
    const name = summarise(args[0])
    const span = tracing()?.startPart({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } })
    return span ? endAfter(span, run, args) : run(args)
  })
}

/** Makes each statement that goes through a pool a part of the trace it is made in. */
export function traceQueries(pool: pg.Pool): void {
  pool.on('connect', traceClient)
  const connect: (...args: never[]) => unknown = pool.connect
  // A caller that waits for a connection gets it in the async context of the caller that releases it, and would
  // continue in that trace.
  Reflect.set(pool, 'connect', (callback?: (...args: unknown[]) => void) =>
    Reflect.apply(connect, pool, callback ? [AsyncLocalStorage.bind(callback)] : []),
  )
}
