import { EventEmitter, on } from 'node:events'
import { subscribe } from '@/lib/platform/notifications'
import { JOB_CHANNEL } from './job-progress'

/** Yields once immediately, then whenever a job may have changed, until `signal` aborts. */
export async function* jobChanges(jobId: string, signal: AbortSignal): AsyncGenerator<void> {
  const changes = new EventEmitter()
  const unsubscribe = await subscribe(JOB_CHANNEL, (changed) => {
    if (changed === null || changed === jobId) changes.emit('change')
  })
  try {
    const turns = on(changes, 'change', { signal })
    yield
    for await (const _ of turns) yield
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    unsubscribe()
  }
}
