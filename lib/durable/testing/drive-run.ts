import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { wakeTime } from '../functions/wake-time'
import { signCall } from './sign-call'

export const registeredFunction = z.looseObject({
  id: z.string(),
  triggers: z.array(z.looseObject({ event: z.string().optional(), expression: z.string().optional() })),
  steps: z.object({
    step: z.looseObject({
      runtime: z.object({ url: z.url() }),
      /** How often it is tried again: the attempts but for the first. */
      retries: z.object({ attempts: z.number() }).default({ attempts: 4 }),
    }),
  }),
})
export type RegisteredFunction = z.infer<typeof registeredFunction>

export const sentEvent = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  ts: z.number().default(() => Date.now()),
})
export type SentEvent = z.infer<typeof sentEvent>

const op = z.looseObject({
  id: z.string(),
  op: z.enum(['StepRun', 'StepError', 'StepFailed', 'Sleep', 'DiscoveryRequest', 'RunComplete']),
  name: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
})
export const ops = z.array(op)
type Ops = z.infer<typeof ops>

export type Run = { id: string; fn: RegisteredFunction; cause: SentEvent; steps: Map<string, unknown> }

/** A call of a function: `status` null where none came. */
export type DrivenCall = { fn: string; run: string; attempt: number; status: number | null; bytes: number }

export type Pace = {
  /** How long what a server takes a second for takes here. */
  secondMs: () => number
  /** The waits of a server before the second attempt, the third …, in its own milliseconds. */
  waitsMs: readonly number[]
  /** Ends everything. */
  signal: AbortSignal
}

/** A server's own limit on a call. */
const CALL_LIMIT_SECONDS = 2 * 3600

/** Notes what the operations say of a run's steps. */
export function remember(run: Run, answered: Ops): void {
  for (const { id, op: kind, data, error } of answered) {
    if (kind === 'StepRun') run.steps.set(id, { data: data ?? null })
    if (kind === 'StepFailed') run.steps.set(id, { error })
  }
}

function bodyOf({ id, fn, cause, steps }: Run, attempt: number): Record<string, unknown> {
  const stack = [...steps.keys()]
  const times = { attempt, max_attempts: fn.steps.step.retries.attempts + 1 }
  return {
    ...{ version: -1, use_api: false, event: cause, events: [cause], steps: Object.fromEntries(steps) },
    ctx: {
      ...{ run_id: id, fn_id: fn.id, qi_id: randomUUID(), ...times, use_api: false },
      ...{ disable_immediate_execution: false, stack: { stack, current: stack.length } },
    },
  }
}

/** The forms of `retry-after`: seconds or an instant. */
function retryAfterSeconds(header: string | null): number | null {
  if (header === null) return null
  return /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
}

type Answer = { status: number | null; bytes: number; ops: Ops; againSeconds: number | null; isFinal: boolean }
const NONE: Answer = { status: null, bytes: 0, ops: [], againSeconds: null, isFinal: false }

async function call(run: Run, attempt: number, signingKey: string, { secondMs, signal }: Pace): Promise<Answer> {
  const body = bodyOf(run, attempt)
  const headers = { 'content-type': 'application/json', 'x-inngest-signature': signCall(body, signingKey) }
  const deadline = startDeadline({ signals: [signal], timeoutMs: CALL_LIMIT_SECONDS * secondMs() })
  try {
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: deadline.signal }
    const response = await fetch(run.fn.steps.step.runtime.url, init)
    const text = await response.text()
    return {
      ...{ status: response.status, bytes: text.length },
      ops: response.status === 206 ? ops.parse(JSON.parse(text)) : [],
      againSeconds: retryAfterSeconds(response.headers.get('retry-after')),
      isFinal: response.headers.get('x-inngest-no-retry') === 'true',
    }
  } catch (error) {
    if (error instanceof z.ZodError) throw error
    // A refused or closed connection is an attempt like any other.
    return NONE
  } finally {
    deadline.stop()
  }
}

async function sleep(run: Run, answered: Ops, { secondMs, signal }: Pace): Promise<void> {
  for (const { id, name } of answered.filter(({ op: kind }) => kind === 'Sleep')) {
    const seconds = (wakeTime(name ?? '').getTime() - Date.now()) / 1000
    await delay(Math.max(0, seconds) * secondMs(), undefined, { signal })
    run.steps.set(id, null)
  }
}

/**
 * Calls a function until it is done or has failed as often as it may, with the waits that the server has or is asked
 * for. Returns whether it failed; rejects when the pace's signal says so.
 */
export async function driveRun(
  run: Run,
  signingKey: string,
  pace: Pace,
  onCall: (call: DrivenCall) => void,
): Promise<{ failed: boolean }> {
  for (let attempt = 0; ; ) {
    const answer = await call(run, attempt, signingKey, pace)
    pace.signal.throwIfAborted()
    onCall({ fn: run.fn.id, run: run.id, attempt, status: answer.status, bytes: answer.bytes })
    if (answer.ops.some(({ op: kind }) => kind === 'RunComplete')) return { failed: false }
    const isDone = answer.status === 206 && answer.ops.every(({ op: kind }) => kind !== 'StepError')
    if (isDone) {
      remember(run, answer.ops)
      await sleep(run, answer.ops, pace)
      attempt = 0
      continue
    }
    if (answer.isFinal || attempt >= run.fn.steps.step.retries.attempts) return { failed: true }
    const ownMs = pace.waitsMs[Math.min(attempt, pace.waitsMs.length - 1)] ?? 0
    const waitSeconds = answer.againSeconds ?? ownMs / 1000
    await delay(Math.max(0, waitSeconds) * pace.secondMs(), undefined, { signal: pace.signal })
    attempt++
  }
}
