import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** Where what was seen of a real server is kept. */
export const BEHAVIOUR_FILE = path.resolve(import.meta.dirname, '../../../test/fixtures/inngest/behaviour.json')

const tries = z.array(z.object({ attempt: z.number(), afterMs: z.number() }))
const refusal = z.object({ status: z.number(), body: z.unknown() })

const schema = z.object({
  /** The Inngest release, and the day. */
  version: z.string(),
  date: z.string(),
  /** The attempts at a call of a function with four retries, each with the time since the one before it. */
  answered503: tries,
  answered503RetryAfter2: tries,
  hungUp: tries,
  /** Those at a failure handler, whose calls were all answered 503 with `Retry-After: 2`. */
  failureHandler: tries,
  /** An event that is sent before its function is registered: how it is answered, and the runs that come of it. */
  eventBeforeRegistration: z.object({ status: z.number(), ids: z.number(), runs: z.number() }),
  /** The runs that come of an event that is sent twice under one id. */
  sameEventTwice: z.object({ runs: z.number() }),
  registerWithWrongKey: refusal,
  eventWithWrongKey: refusal,
})

/** How a server goes about calls that fail, events and keys. */
export type ServerBehaviour = z.infer<typeof schema>

/** Observations of a real Inngest server. For tests. */
export async function readBehaviour(): Promise<ServerBehaviour> {
  return schema.parse(JSON.parse(await readFile(BEHAVIOUR_FILE, 'utf8')))
}

/** The comparable part: times vary by half a minute. */
export function withoutTimes(behaviour: Omit<ServerBehaviour, 'version' | 'date'>) {
  const attempts = (all: ServerBehaviour['hungUp']) => all.map(({ attempt }) => attempt)
  return {
    ...behaviour,
    answered503: attempts(behaviour.answered503),
    answered503RetryAfter2: attempts(behaviour.answered503RetryAfter2),
    hungUp: attempts(behaviour.hungUp),
    failureHandler: attempts(behaviour.failureHandler),
  }
}
