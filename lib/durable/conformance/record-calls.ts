import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Handler } from '../context'

/** One call of a function, by what shows how its server goes about it. */
export type Call = {
  step: string
  attempt: number
  maxAttempts: number
  /** Immediate execution was disabled. */
  planned: boolean
  /** The names of the steps that the server remembers, sorted. */
  known: string[]
  status: number
  /** The operations of the answer, each with its step's name. */
  ops: string[]
}

/** By function, and by run: the calls in order. */
export type Calls = Record<string, Record<string, Call[]>>

const request = z.object({
  ctx: z.object({
    run_id: z.string(),
    attempt: z.number(),
    max_attempts: z.number(),
    disable_immediate_execution: z.boolean(),
    stack: z.object({ stack: z.array(z.string()) }),
  }),
})

const answer = z.array(z.object({ op: z.string(), id: z.string() }))

/** Wraps the served functions so that all calls of them are noted. `steps` are the names of all their steps. */
export function recordCalls(handler: Handler, steps: readonly string[]): { handler: Handler; calls: Calls } {
  const calls: Calls = {}
  const names = new Map(steps.map((name) => [createHash('sha1').update(name).digest('hex'), name]))
  const nameOf = (id: string) => names.get(id) ?? id
  const note = (fn: string, run: string, call: Call) => {
    const runs = calls[fn] ?? {}
    calls[fn] = { ...runs, [run]: [...(runs[run] ?? []), call] }
  }
  return {
    calls,
    handler: async (incoming) => {
      if (incoming.method !== 'POST') return handler(incoming)
      const { ctx } = request.parse(await incoming.clone().json())
      const { searchParams } = new URL(incoming.url)
      const call: Call = {
        step: nameOf(searchParams.get('stepId') ?? ''),
        attempt: ctx.attempt,
        maxAttempts: ctx.max_attempts,
        planned: ctx.disable_immediate_execution,
        known: ctx.stack.stack.map(nameOf).sort(),
        status: 0,
        ops: [],
      }
      note(searchParams.get('fnId') ?? '', ctx.run_id, call)
      const response = await handler(incoming)
      const ops = answer.safeParse(await response.clone().json())
      call.status = response.status
      call.ops = ops.success ? ops.data.map(({ op, id }) => `${op} ${nameOf(id)}`) : []
      return response
    },
  }
}
