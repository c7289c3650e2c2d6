import { openJson } from '@/lib/archive/documents/stream-document'
import type { Job } from './contract'

const HEARTBEAT_MS = 15_000
const encoder = new TextEncoder()

/** A job as an event, in chunks where its text is too large for memory. */
async function* toEvent(job: Job, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const json = JSON.stringify(job)
  const document = job.transcript?.document
  if (!document) return yield encoder.encode(`event: job\ndata: ${json}\n\n`)
  const { body: chunks, close } = await openJson(json, document, signal)
  try {
    yield encoder.encode('event: job\ndata: ')
    yield* chunks()
    yield encoder.encode('\n\n')
  } finally {
    await close()
  }
}

/**
 * Jobs as server-sent events: `event: job`, with the job as JSON, and a comment now and then that keeps proxies from
 * closing an idle connection. Respects back-pressure. Ends with the last job, or when the client disconnects.
 */
export function toEventStream(watch: (signal: AbortSignal) => AsyncIterable<Job>, signal: AbortSignal): Response {
  const gone = new AbortController()
  const jobs = watch(gone.signal)[Symbol.asyncIterator]()
  /** The event that is being sent. */
  let event: AsyncGenerator<Uint8Array, void> | null = null
  let heartbeat: NodeJS.Timeout
  const end = async () => {
    clearInterval(heartbeat)
    gone.abort()
    await event?.return()
    await jobs.return?.()
  }
  const nextChunk = async (): Promise<Uint8Array | null> => {
    for (;;) {
      const chunk = await event?.next()
      if (chunk && !chunk.done) return chunk.value
      event = null
      const job = await jobs.next()
      if (job.done) return null
      event = toEvent(job.value, gone.signal)
    }
  }
  signal.addEventListener('abort', () => void end(), { once: true })
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(() => {
        // A comment must not interrupt an event.
        if (!event) controller.enqueue(encoder.encode(': still here\n\n'))
      }, HEARTBEAT_MS)
    },
    async pull(controller) {
      try {
        const chunk = await nextChunk()
        if (gone.signal.aborted) return
        if (chunk) return controller.enqueue(chunk)
        await end()
        controller.close()
      } catch (error) {
        await end()
        throw error
      }
    },
    cancel: end,
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
}
