import { Cron } from 'croner'
import { z } from 'zod'
import { parseCel } from './cel'
import type { Concurrency, DurableFunction } from './durable-function'
import { wakeTime } from './wake-time'

/** Inngest's own default where a function doesn't say how often to retry. */
const DEFAULT_RETRIES = 4

const concurrencyOption = z.strictObject({
  limit: z.number().int().min(0),
  key: z.string().optional(),
  scope: z.enum(['fn', 'env', 'account']).default('fn'),
})

/** A limit, an option or a list of options; read as a list. */
const concurrency = z.preprocess(
  (value) => [typeof value === 'number' ? { limit: value } : value].flat(),
  z.array(concurrencyOption).max(2, 'has more than two keys'),
)

/** A function as the SDK declares it at a sync. What isn't listed is refused. */
const declaration = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  triggers: z.array(
    z.union([
      z.strictObject({ event: z.string(), expression: z.string().optional() }),
      z.strictObject({ cron: z.string() }),
    ]),
  ),
  steps: z.object({
    step: z.object({
      runtime: z.object({ type: z.literal('http', 'connect is not supported') }).optional(),
      retries: z.object({ attempts: z.number().int().optional() }).optional(),
    }),
  }),
  concurrency: concurrency.optional(),
  priority: z.strictObject({ run: z.string() }).optional(),
  cancel: z
    .array(z.strictObject({ event: z.string(), if: z.string().optional(), timeout: z.string().optional() }))
    .optional(),
  idempotency: z.string().optional(),
})

function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  const issues = issue?.code === 'invalid_union' ? issue.errors.flat() : error.issues
  const unknown = issues.find((one) => one.code === 'unrecognized_keys')
  if (unknown) return `the option ${unknown.keys.map((key) => `"${key}"`).join(', ')} is not supported`
  return `the option "${issue?.path.join('.') ?? ''}" ${issue?.message ?? 'is not understood'}`
}

function checkName(event: string): void {
  if (event.includes('*')) throw new Error(`the event pattern "${event}" is not supported`)
  if (event === 'inngest/function.finished') throw new Error(`the event "${event}" is not supported`)
}

function check(fn: DurableFunction): void {
  for (const { event } of [...fn.triggers, ...fn.cancelOn]) checkName(event)
  for (const { timeout } of fn.cancelOn) if (timeout) wakeTime(timeout)
  for (const schedule of fn.schedules) parseCron(schedule)
  const expressions = [...fn.triggers, ...fn.cancelOn].map(({ expression }) => expression)
  for (const expression of [...expressions, ...fn.concurrency.map(({ key }) => key), fn.priority, fn.idempotency]) {
    if (expression !== null) parseCel(expression)
  }
}

function toConcurrency(options: z.infer<typeof concurrency>): Concurrency[] {
  // A limit of 0 is no limit.
  return options
    .filter(({ limit }) => limit > 0)
    .map((one) => ({ limit: one.limit, scope: one.scope, key: one.key ?? null }))
}

/** Reads the declaration of a function. Throws UnsupportedFunctionError, naming the function and the option. */
export function parseFunction(input: unknown): DurableFunction {
  const id = z.object({ id: z.string() }).parse(input).id
  const parsed = declaration.safeParse(input)
  if (!parsed.success) throw new UnsupportedFunctionError(id, reasonOf(parsed.error))
  const { triggers, steps, cancel = [], idempotency } = parsed.data
  const fn: DurableFunction = {
    id,
    triggers: triggers.flatMap((one) =>
      'event' in one ? [{ event: one.event, expression: one.expression ?? null }] : [],
    ),
    schedules: triggers.flatMap((one) => ('cron' in one ? [one.cron] : [])),
    maxAttempts: (steps.step.retries?.attempts ?? DEFAULT_RETRIES) + 1,
    concurrency: toConcurrency(parsed.data.concurrency ?? []),
    priority: parsed.data.priority?.run ?? null,
    cancelOn: cancel.map((one) => ({ event: one.event, expression: one.if ?? null, timeout: one.timeout ?? null })),
    idempotency: idempotency ?? null,
  }
  try {
    check(fn)
  } catch (error) {
    throw new UnsupportedFunctionError(id, error instanceof Error ? error.message : String(error), error)
  }
  return fn
}

/** A function that the embedded executor can't run; says which and why. */
export class UnsupportedFunctionError extends Error {
  override readonly name = 'UnsupportedFunctionError'

  constructor(id: string, reason: string, cause?: unknown) {
    super(
      `The function "${id}" can't run embedded: ${reason}. Change it, or run the functions on an Inngest server.`,
      cause === undefined ? undefined : { cause },
    )
  }
}

const TIME_ZONE = /^(?:CRON_)?TZ=(\S+)\s+/

/** A cron pattern of Inngest: five fields (a sixth before them: seconds), a time zone in front. Throws when it isn't. */
export function parseCron(pattern: string): Cron {
  const timezone = TIME_ZONE.exec(pattern)?.[1] ?? 'UTC'
  return new Cron(pattern.replace(TIME_ZONE, ''), { timezone, paused: true })
}
