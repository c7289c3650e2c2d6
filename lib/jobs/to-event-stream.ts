import type { Job } from './contract'

const HEARTBEAT_MS = 15_000
const encoder = new TextEncoder()

/**
 * Jobs as server-sent events (HTML, "Server-sent events"): `event: job`, the job as JSON; a comment now and then keeps
 * proxies from closing a quiet line. A client that reads slowly is waited for. Ends with the last job, or when the client
 * goes.
 */
export function toEventStream(watch: (signal: AbortSignal) => AsyncIterable<Job>, signal: AbortSignal): Response {
  const gone = new AbortController()
  const jobs = watch(gone.signal)[Symbol.asyncIterator]()
  let heartbeat: NodeJS.Timeout
  const end = async () => {
    clearInterval(heartbeat)
    gone.abort()
    await jobs.return?.()
  }
  signal.addEventListener('abort', () => void end(), { once: true })
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), HEARTBEAT_MS)
    },
    async pull(controller) {
      try {
        const { value: job, done } = await jobs.next()
        if (gone.signal.aborted) return
        if (!done) return controller.enqueue(encoder.encode(`event: job\ndata: ${JSON.stringify(job)}\n\n`))
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
