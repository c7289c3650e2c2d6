import { type ParseResult, parse } from '@marcbachmann/cel-js'
import { log } from '@/lib/core/log'

const programs = new Map<string, ParseResult>()

/** Parses a CEL expression, once. Throws with the position where it isn't one. */
export function parseCel(expression: string): ParseResult {
  const known = programs.get(expression)
  if (known) return known
  const program = parse(expression)
  programs.set(expression, program)
  return program
}

/** A missing field is null, as it is on Inngest's servers, where CEL itself would stop with an error. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls)
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, key) => (typeof key === 'string' && !(key in target) ? null : withNulls(Reflect.get(target, key))),
    getOwnPropertyDescriptor: (target, key) =>
      Reflect.getOwnPropertyDescriptor(target, key) ??
      (key in target ? undefined : { value: null, configurable: true, enumerable: true, writable: true }),
  })
}

/** The value of a CEL expression over variables, or null where it can't be computed. */
export function celValue(expression: string, variables: Record<string, unknown>): unknown {
  try {
    const wrapped = Object.entries(variables).map(([name, value]) => [name, withNulls(value)])
    return parseCel(expression)(Object.fromEntries(wrapped))
  } catch (error) {
    log.warn('an expression could not be evaluated', { expression, error })
    return null
  }
}

/** Whether a condition holds. No condition always does; one that can't be computed never does. */
export function celHolds(expression: string | null, variables: Record<string, unknown>): boolean {
  return expression === null || celValue(expression, variables) === true
}

/** The value of a CEL expression as a key: equal values give equal keys. Null where there is no value. */
export function celKey(expression: string, variables: Record<string, unknown>): string | null {
  const value = celValue(expression, variables) ?? null
  if (value === null) return null
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part))
}
