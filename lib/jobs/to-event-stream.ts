import { log } from '@/lib/platform/log'
import type { Job } from './contract'

const HEARTBEAT_MS = 15_000

/**
 * Jobs as server-sent events (HTML, "Server-sent events"): `event: job`, the job as JSON; a comment now and then keeps
 * proxies from closing a quiet line. Ends with the last job, or when the client goes.
 */
export function toEventStream(watch: (signal: AbortSignal) => AsyncIterable<Job>, signal: AbortSignal): Response {
  const gone = new AbortController()
  signal.addEventListener('abort', () => gone.abort(), { once: true })
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const heartbeat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), HEARTBEAT_MS)
      try {
        for await (const job of watch(gone.signal)) {
          controller.enqueue(encoder.encode(`event: job\ndata: ${JSON.stringify(job)}\n\n`))
        }
        if (!gone.signal.aborted) controller.close()
      } catch (error) {
        log.warn('a job stream broke off', { error })
        if (!gone.signal.aborted) controller.error(error)
      } finally {
        clearInterval(heartbeat)
      }
    },
    cancel() {
      gone.abort()
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
}
