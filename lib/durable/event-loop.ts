import { log } from '@/lib/core/log'
import { boundTurn } from './bound-turn'
import type { ExecutorContext } from './context'
import { type Loop, makeLoop } from './make-loop'
import { IngestError, ingestEvent } from './runs/ingest-event'

export type EventLoop = Loop & {
  /** Clears the events that could not be processed, so that they are tried again. */
  forgive: () => void
}

/** Processes events until none is left. */
export function eventLoop(context: ExecutorContext, onIngested: () => void): EventLoop {
  const failing = new Set<string>()
  const loop = makeLoop('processing events', async (isStopped) => {
    while (!isStopped()) {
      try {
        if (!(await boundTurn(context, ingestEvent(context, [...failing])))) return
        onIngested()
      } catch (error) {
        if (!(error instanceof IngestError)) throw error
        log.error('an event could not be processed; it is tried again', { event: error.eventId, error })
        failing.add(error.eventId)
      }
    }
  })
  return { ...loop, forgive: () => failing.clear() }
}
