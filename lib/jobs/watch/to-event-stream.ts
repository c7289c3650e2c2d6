import { openJson } from '@/lib/archive/documents/stream-document'
import { toEventStream as streamEvents, toEvent } from '@/lib/core/http/to-event-stream'
import type { Job } from '../contract'

const encoder = new TextEncoder()

/** A job as an event, in chunks where its text is too large for memory. */
async function* toJobEvent(job: Job, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const document = job.transcript?.document
  if (!document) return yield* toEvent('job', job)
  const { body: chunks, close } = await openJson(JSON.stringify(job), document, signal)
  try {
    yield encoder.encode('event: job\ndata: ')
    yield* chunks()
    yield encoder.encode('\n\n')
  } finally {
    await close()
  }
}

/** Jobs as server-sent events: `event: job`, with the job as JSON. Ends with the last job, or when the client disconnects. */
export function toEventStream(watch: (signal: AbortSignal) => AsyncIterable<Job>, signal: AbortSignal): Response {
  return streamEvents(watch, toJobEvent, signal)
}
