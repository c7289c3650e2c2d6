import { z } from 'zod'

/** An error as it is remembered and shown to functions. */
export type StepError = { name: string; message: string; stack?: string | undefined; cause?: unknown }

const op = z.looseObject({
  /** SHA-1 of the step's id. */
  id: z.string(),
  op: z.string(),
  /** The length of a sleep, or the event of a wait. */
  name: z.string().nullish(),
  displayName: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  opts: z
    .looseObject({
      timeout: z.string().nullish(),
      if: z.string().nullish(),
      function_id: z.string().nullish(),
      payload: z.looseObject({ data: z.record(z.string(), z.unknown()).nullish() }).nullish(),
      parallelMode: z.string().nullish(),
      /** The kind of step where the operation alone doesn't tell. */
      type: z.string().nullish(),
    })
    .nullish(),
})

/** An operation of the SDK's protocol, which a function's code requests. */
export type Op = z.infer<typeof op>

/** The operations of an answer or of a checkpoint. Throws when they aren't. */
export function parseOps(value: unknown): Op[] {
  return z.array(op).parse(Array.isArray(value) ? value : [value])
}

const PLANNED = new Set(['StepPlanned', 'Sleep', 'WaitForEvent', 'InvokeFunction'])
const SUPPORTED = new Set([...PLANNED, 'StepRun', 'StepError', 'StepFailed', 'DiscoveryRequest', 'RunComplete'])

/** Whether an operation begins a step that ends later. */
export function isPlanned({ op: kind }: Op): boolean {
  return PLANNED.has(kind)
}

/** The unsupported feature that an operation needs, or null. */
function unsupportedKind({ op: kind, opts }: Op): string | null {
  if (!SUPPORTED.has(kind)) return kind
  return opts?.type && opts.type !== 'step.sendEvent' ? opts.type : null
}

/** The error of a run whose function asks for what the executor doesn't do, or null. */
export function unsupportedOp(ops: readonly Op[]): StepError | null {
  const found = ops.find((one) => unsupportedKind(one) !== null)
  if (!found) return null
  const name = found.displayName ?? found.name ?? found.id
  const message = `The embedded executor does not support ${unsupportedKind(found)} ("${name}").`
  return { name: 'UnsupportedOperationError', message }
}

const errorShape = z.object({
  name: z.string().min(1).catch('Error'),
  message: z.string().optional(),
  error: z.string().optional(),
  stack: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
})

/** An error of the protocol, in the form in which it is remembered. Any other value becomes its message. */
export function toStepError(value: unknown): StepError {
  const parsed = errorShape.safeParse(value)
  if (!parsed.success) return { name: 'Error', message: typeof value === 'string' ? value : JSON.stringify(value) }
  const { name, message, error, stack, cause } = parsed.data
  return {
    name,
    message: message ?? error ?? 'Unknown error',
    ...(stack ? { stack } : {}),
    ...(cause ? { cause } : {}),
  }
}
