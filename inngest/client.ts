import { eventType, Inngest, Middleware, staticSchema } from 'inngest'
import { z } from 'zod'
import { pool } from '@/lib/core/db/db'
import type { EventKind } from '@/lib/core/db/events'
import { inSpan, tracing } from '@/lib/core/tracing/tracing'
import { runner } from '@/lib/durable/runner'

const traced = z.object({ traceparent: z.string() })
/** The event of a function's failure: it contains the event that started the run. */
const failed = z.object({ event: z.object({ data: traced }) })

/** The trace in which the event of a run was written, or null. */
function traceparentOf(data: unknown): string | null {
  return traced.safeParse(data).data?.traceparent ?? failed.safeParse(data).data?.event.data.traceparent ?? null
}

/** Makes each attempt at a step a span, in the trace in which the event was written that began the run. */
class TraceSteps extends Middleware.BaseMiddleware {
  readonly id = 'trace-steps'

  override wrapStepHandler({ ctx, fn, next, stepInfo }: Middleware.WrapStepHandlerArgs): Promise<unknown> {
    const active = tracing()
    if (!active) return next()
    const attributes = { 'verbatim.run_id': ctx.runId, 'verbatim.attempt': ctx.attempt }
    const { id, name: shown = id } = stepInfo.options
    const name = `${fn.id()} ${shown}`
    const run = () => inSpan({ name, kind: 'consumer', attributes }, () => next())
    const traceparent = traceparentOf(ctx.event.data)
    return traceparent ? active.goOn(traceparent, run) : run()
  }
}

/** The client whose functions the embedded executor runs over this service's database, or the Inngest server that is set. */
export const inngest = new Inngest({ id: 'verbatim', ...runner().clientOptions(pool), middleware: [TraceSteps] })

/** The SDK's own type of an event: a function that it triggers is given the event's data as its domain declares them. */
export function trigger<Data extends Record<string, unknown>>({ name }: EventKind<Data>) {
  return eventType(name, { schema: staticSchema<Data>() })
}

/** A scheduled function with a step for each verb. */
export function scheduled(id: string, cron: string, verbs: Record<string, () => Promise<unknown>>) {
  return inngest.createFunction({ id, retries: 1, triggers: { cron } }, async ({ step }) => {
    for (const [name, verb] of Object.entries(verbs)) await step.run(name, verb)
  })
}
