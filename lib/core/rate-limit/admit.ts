import { singleton } from '@/lib/core/concurrency/singleton'
import { inBatches } from '@/lib/core/db/in-batches'
import type { Admission, RateLimitPolicy } from './policy'
import { checkRateLimits } from './rate-limit-table'

/**
 * The state of a policy in this process: keys that are being counted, and until when keys are refused (of
 * `performance.now()`).
 */
type Gate = {
  ask: (key: string) => Promise<Admission>
  asking: Map<string, Promise<Admission>>
  refused: Map<string, { untilMs: number; admission: Admission }>
}

const MAX_REMEMBERED = 10_000

function gateOf(policy: RateLimitPolicy): Gate {
  const { name, quota, windowSeconds } = policy
  return singleton(`rate limit ${name} ${quota} ${windowSeconds}`, () => ({
    ask: inBatches((keys: string[]) => checkRateLimits(policy, keys)),
    asking: new Map(),
    refused: new Map(),
  }))
}

/** A refusal holds until its time, so that a flood of requests costs the database nothing. */
function knownRefusal({ refused }: Gate, key: string): Admission | null {
  const known = refused.get(key)
  if (!known) return null
  const leftMs = known.untilMs - performance.now()
  if (leftMs > 0) return { ...known.admission, waitMs: leftMs }
  refused.delete(key)
  return null
}

function remember({ refused }: Gate, key: string, admission: Admission): void {
  if (refused.size >= MAX_REMEMBERED) refused.clear()
  refused.set(key, { untilMs: performance.now() + admission.waitMs, admission })
}

async function requestAdmission(gate: Gate, key: string): Promise<Admission> {
  try {
    const admission = await gate.ask(key)
    if (!admission.admitted) remember(gate, key, admission)
    return admission
  } finally {
    gate.asking.delete(key)
  }
}

/**
 * Counts one request of `key` (a user's id, an address …, at most 500 characters) under a policy, and returns whether
 * it is admitted. Exact for any number of concurrent requests and processes: a refused request is not counted. Rejects
 * when the database does; the caller decides whether to admit the request then.
 */
export async function admit(policy: RateLimitPolicy, key: string): Promise<Admission> {
  const gate = gateOf(policy)
  // A statement can't move a row twice, so those of one key go one after the other.
  for (let before = gate.asking.get(key); before; before = gate.asking.get(key)) {
    const admission = await before
    if (!admission.admitted) return admission
  }
  const refusal = knownRefusal(gate, key)
  if (refusal) return refusal
  const asked = requestAdmission(gate, key)
  gate.asking.set(key, asked)
  return asked
}
