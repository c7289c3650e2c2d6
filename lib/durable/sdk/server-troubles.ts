import { singleton } from '@/lib/core/concurrency/singleton'
import { log } from '@/lib/core/log'

/** The kinds of failures between this service and its Inngest server: registering functions, sending events, receiving calls. */
export type TroubleKind = 'registration' | 'events' | 'calls'

function current(): Map<TroubleKind, string> {
  return singleton('inngest-server-troubles', () => new Map())
}

/** Logs a trouble, once for as long as it stays the same, and shows it in `/health` until it is over. */
export function reportTrouble(kind: TroubleKind, sentence: string, fields: Record<string, unknown> = {}): void {
  if (current().get(kind) === sentence) return
  current().set(kind, sentence)
  log.error(sentence, fields)
}

/** Ends a trouble, with a line in the log where there was one. */
export function endTrouble(kind: TroubleKind, sentence: string): void {
  if (current().delete(kind)) log.info(sentence)
}

/** The current troubles, a sentence each, without keys and addresses. */
export function currentTroubles(): string[] {
  return [...current().values()]
}
