import type { Inngest, InngestFunction } from 'inngest'
import { serve } from 'inngest/edge'
import { z } from 'zod'
import type { Handler } from '../context'
import { UnsupportedFunctionError } from '../functions/parse-function'
import type { Served } from '../runner-type'

/** Kinds of steps that only an Inngest server does; what a run asks for is judged again when it asks. */
const SERVER_STEPS = /\bstep\d*\s*\??\.\s*(ai|fetch|sendSignal|waitForSignal|realtime|sandbox|metadata|score)\b/

const raceByDefault = z.object({ optimizeParallelism: z.literal(false) })

/** Why a function can't run embedded, where its declaration does not tell; null: nothing is known against it. */
function faultOf(client: Inngest.Any, fn: InngestFunction.Any): string | null {
  const own = fn.opts.optimizeParallelism
  if (own === false || (own === undefined && raceByDefault.safeParse(Reflect.get(client, 'options')).success))
    return 'the option "optimizeParallelism: false" is not supported; group.parallel with mode "race" is'
  for (const code of [Reflect.get(fn, 'fn'), fn.opts.onFailure]) {
    const [, kind] = SERVER_STEPS.exec(String(code ?? '')) ?? []
    if (kind) return `step.${kind} is not supported`
  }
  return null
}

/**
 * The functions as the embedded executor calls them. Throws UnsupportedFunctionError for what the executor doesn't do and
 * a declaration doesn't show; it finds the rest when it asks for the declarations.
 */
export function serveFunctions({ client, functions }: Served): Handler {
  for (const fn of functions) {
    const fault = faultOf(client, fn)
    if (fault) throw new UnsupportedFunctionError(fn.id(client.id), fault)
  }
  return serve({ client, functions })
}
