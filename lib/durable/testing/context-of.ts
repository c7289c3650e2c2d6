import { pool } from '@/lib/core/db/db'
import type { ExecutorContext, Handler } from '../context'
import { parseFunction } from '../functions/parse-function'

/** The context of an executor that knows one function, as the SDK declares it, and isn't started. For tests. */
export async function contextOf(
  declaration: { id: string } & Record<string, unknown>,
  handler: Handler = async () => new Response(),
): Promise<ExecutorContext> {
  await pool().query('insert into durable_executor (id, epoch) values (1, 1) on conflict do nothing')
  return {
    pool: pool(),
    handler,
    functions: new Map([[declaration.id, parseFunction({ triggers: [], steps: { step: {} }, ...declaration })]]),
    epoch: 1,
    lose: () => undefined,
    backoffMs: [],
    abandoned: new AbortController().signal,
  }
}
