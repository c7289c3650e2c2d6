import { pool } from '@/lib/core/db/db'
import type { ExecutorContext } from '../context'
import { parseFunction } from '../functions/parse-function'

/** The context of an executor that knows one function, as the SDK declares it, and isn't started. For tests. */
export function contextOf(declaration: { id: string } & Record<string, unknown>): ExecutorContext {
  return {
    pool: pool(),
    handler: async () => new Response(),
    functions: new Map([[declaration.id, parseFunction({ triggers: [], steps: { step: {} }, ...declaration })]]),
    owner: 1,
    leaseMs: 10_000,
    backoffMs: [],
    abandoned: new AbortController().signal,
  }
}
