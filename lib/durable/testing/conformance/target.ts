import type { Calls } from './call'

export const APP = 'conformance'

/** A server that runs the twelve functions: the embedded executor, or another. */
export type Target = {
  calls: Calls
  send: (events: { name: string; data: Record<string, unknown> }[]) => Promise<void>
  stop: () => Promise<void>
}
