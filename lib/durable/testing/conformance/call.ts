import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { STEPS } from './functions'

/** One call of a function as it went over the wire: the address and body asked, the status and body answered. */
export type Exchange = { url: string; body: unknown; status: number; answer: unknown }

/** One call of a function, by what shows how its server goes about it. */
export type Call = {
  step: string
  attempt: number
  maxAttempts: number
  /** Immediate execution was disabled. */
  planned: boolean
  /** The steps that the server remembers, sorted, each with the form of its result. */
  known: string[]
  status: number
  /** The operations of the answer, each with its step's name. */
  ops: string[]
}

/** By function, and by run: the calls in order. */
export type Calls = Record<string, Record<string, Call[]>>

const request = z.object({
  steps: z.record(z.string(), z.unknown()),
  ctx: z.object({
    run_id: z.string(),
    attempt: z.number(),
    max_attempts: z.number(),
    disable_immediate_execution: z.boolean(),
    stack: z.object({ stack: z.array(z.string()) }),
  }),
})

const answer = z.array(z.object({ op: z.string(), id: z.string() }))

const NAMES = new Map(STEPS.map((name) => [createHash('sha1').update(name).digest('hex'), name]))
const nameOf = (id: string) => NAMES.get(id) ?? id

/** The form in which a step's result is remembered. */
function formOf(result: unknown): string {
  if (typeof result !== 'object' || result === null) return String(result)
  return 'name' in result && 'ts' in result ? 'event' : Object.keys(result).sort().join(' ')
}

/** The function and the run of a call, and the call in its compared form; null for anything else. */
export function toCall({
  url,
  body,
  status,
  answer: answered,
}: Exchange): { fn: string; run: string; call: Call } | null {
  const parsed = request.safeParse(body)
  if (!parsed.success) return null
  const { ctx, steps } = parsed.data
  const { searchParams } = new URL(url, 'http://functions.invalid')
  const ops = answer.safeParse(answered).data ?? []
  const call = {
    step: nameOf(searchParams.get('stepId') ?? ''),
    attempt: ctx.attempt,
    maxAttempts: ctx.max_attempts,
    planned: ctx.disable_immediate_execution,
    known: ctx.stack.stack.map((id) => `${nameOf(id)}: ${formOf(steps[id])}`).sort(),
    status,
    ops: ops.map(({ op, id }) => `${op} ${nameOf(id)}`),
  }
  const fn = searchParams.get('fnId') ?? ''
  // Without the name of the app.
  return { fn: fn.slice(fn.indexOf('-') + 1), run: ctx.run_id, call }
}

const FILE = path.resolve(import.meta.dirname, '../../../../test/fixtures/inngest/calls.jsonl')

const exchange = z.object({ url: z.string(), body: z.unknown(), status: z.number(), answer: z.unknown() })

/** The recorded exchanges with a real Inngest server, in order. */
export async function readTrace(): Promise<Exchange[]> {
  const lines = (await readFile(FILE, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => exchange.parse(JSON.parse(line)))
}

export function callsOf(exchanges: readonly Exchange[]): Map<string, Call[][]> {
  const runs = new Map<string, Map<string, Call[]>>()
  for (const one of exchanges) {
    const found = toCall(one)
    if (!found) continue
    const ofFunction = runs.get(found.fn) ?? new Map<string, Call[]>()
    ofFunction.set(found.run, [...(ofFunction.get(found.run) ?? []), found.call])
    runs.set(found.fn, ofFunction)
  }
  return new Map([...runs].map(([fn, ofFunction]) => [fn, [...ofFunction.values()]]))
}
