import { EventEmitter, on } from 'node:events'
import { subscribe } from './notifications'

/** Yields once immediately, then whenever what a channel names by `id` may have changed, until `signal` aborts. */
export async function* changesOf(channel: string, id: string, signal: AbortSignal): AsyncGenerator<void> {
  const changes = new EventEmitter()
  const unsubscribe = await subscribe(channel, (changed) => {
    if (changed === null || changed === id) changes.emit('change')
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
