import { EventEmitter, on } from 'node:events'
import type { Format } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/platform/actor'
import { subscribe } from '@/lib/platform/notifications'
import type { Job } from './contract'
import { JOB_CHANNEL } from './job-progress'
import { readJob } from './read-job'

function hasEnded(job: Job): boolean {
  return job.status === 'done' || job.status === 'error'
}

/**
 * A job of the caller's as it is now, then whenever it has changed, until it has ended or `signal` stops it. Throws
 * `not_found` before the first one.
 */
export async function* watchJob(actor: Actor, jobId: string, format: Format, signal: AbortSignal): AsyncGenerator<Job> {
  const changes = new EventEmitter()
  const unsubscribe = await subscribe(JOB_CHANNEL, (changed) => {
    if (changed === null || changed === jobId) changes.emit('change')
  })
  try {
    const turns = on(changes, 'change', { signal })
    let job = await readJob(actor, jobId, format)
    yield job
    while (!hasEnded(job)) {
      await turns.next()
      const next = await readJob(actor, jobId, format)
      if (JSON.stringify(next) !== JSON.stringify(job)) yield next
      job = next
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    unsubscribe()
  }
}
