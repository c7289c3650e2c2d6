import { openJson } from '@/lib/archive/documents/stream-document'
import { versionOf } from '@/lib/core/http/revalidation'
import { eventHead, toEventStream as streamEvents, toEvent } from '@/lib/core/http/to-event-stream'
import type { Job } from '../contract'
import { isEnded } from '../states'

const encoder = new TextEncoder()

/** A job as an event, in chunks where its text is too large for memory. */
async function* toJobEvent(job: Job, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const document = job.transcript?.document
  if (!document) return yield* toEvent('job', job)
  const { body: chunks, close } = await openJson(JSON.stringify(job), document, signal)
  try {
    yield encoder.encode(`${eventHead('job', job)}data: `)
    yield* chunks()
    yield encoder.encode('\n\n')
  } finally {
    await close()
  }
}

/** The id of the last event that a reconnecting client has; null: it has none. */
const lastEventId = ({ headers }: Request) => headers.get('last-event-id')

/** Whether a reconnecting client has all there is to come: the event of a job that has ended. */
export function hasLastEvent(request: Request, job: Job): boolean {
  const known = lastEventId(request)
  return known !== null && isEnded(job.status) && known === versionOf(job)
}

/**
 * Jobs as server-sent events: `event: job`, with the job as JSON, without the one that a reconnecting client has. Ends with the last
 * job, or when the client disconnects.
 */
export function toEventStream(watch: (signal: AbortSignal) => AsyncIterable<Job>, request: Request): Response {
  const known = lastEventId(request)
  async function* unknown(signal: AbortSignal): AsyncGenerator<Job> {
    for await (const job of watch(signal)) if (known === null || versionOf(job) !== known) yield job
  }
  return streamEvents(unknown, toJobEvent, request.signal)
}
