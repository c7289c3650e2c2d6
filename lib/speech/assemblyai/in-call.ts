import type { AssemblyaiConfig } from './assemblyai-config'
import { callAssemblyai } from './call-assemblyai'
import { startIdleDeadline } from './start-idle-deadline'

/** An exchange with AssemblyAI within its bounds of time, of one request or several. */
export type Call = {
  /** Sends a request as the SDK makes it and gives the whole answer. Throws as `callAssemblyai` does. */
  ask: (send: (init: RequestInit) => Promise<Response>, init?: RequestInit) => Promise<Response>
  /** To be called whenever a part of a recording was taken. */
  movedOn: () => void
}

type Bounds = { totalMs: number; signal: AbortSignal }

const IDLE_MS = 60_000

/** What of the configuration must never be told. */
export function secretsOf({ apiKey, webhookSecret }: AssemblyaiConfig): string[] {
  return webhookSecret ? [apiKey, webhookSecret] : [apiKey]
}

/** Does work in a call that ends when `totalMs` are over, when nothing moves for a minute, or with the caller's signal. */
export async function inCall<T>(
  config: AssemblyaiConfig,
  { totalMs, signal }: Bounds,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const deadline = startIdleDeadline({ idleMs: config.idleMs ?? IDLE_MS, totalMs, signal })
  const secrets = secretsOf(config)
  try {
    return await work({
      ask: (send, init) => callAssemblyai({ send, init, deadline, signal, secrets }),
      movedOn: deadline.movedOn,
    })
  } finally {
    deadline.stop()
  }
}
