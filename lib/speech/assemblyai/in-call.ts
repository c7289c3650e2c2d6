import type { AssemblyaiConfig } from './assemblyai-config'
import { callAssemblyai } from './call-assemblyai'
import { startIdleDeadline } from './start-idle-deadline'

/** A call of AssemblyAI within its time limits, of one request or several. */
export type Call = {
  /** Sends a request as the SDK makes it and returns the whole response. Throws as `callAssemblyai` does. */
  ask: (send: (init: RequestInit) => Promise<Response>, init?: RequestInit) => Promise<Response>
  /** Called whenever a part of a recording was sent. */
  movedOn: () => void
}

type Bounds = { totalMs: number; signal: AbortSignal }

const IDLE_MS = 60_000

/** The secrets of the configuration, which no message may contain. */
export function secretsOf({ apiKey, webhookSecret }: AssemblyaiConfig): string[] {
  return webhookSecret ? [apiKey, webhookSecret] : [apiKey]
}

/**
 * Runs work in a call that ends after `totalMs`, after an idle minute, or with the caller's signal.
 */
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
