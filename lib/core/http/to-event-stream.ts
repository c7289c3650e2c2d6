import { versionOf } from './revalidation'

const HEARTBEAT_MS = 15_000
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}
const encoder = new TextEncoder()

/** The lines before the data of an event, whose id is the version of its data: a client that reconnects names the last one it has. */
export function eventHead(name: string, data: unknown): string {
  return `event: ${name}\nid: ${versionOf(data)}\n`
}

export async function* toEvent(name: string, data: unknown): AsyncGenerator<Uint8Array, void> {
  yield encoder.encode(`${eventHead(name, data)}data: ${JSON.stringify(data)}\n\n`)
}

/**
 * The values of a watch as server-sent events, each encoded by `encode` in one or several chunks, with a comment now and then
 * that keeps proxies from closing an idle connection. Respects back-pressure. Ends with the watch, or when the client
 * disconnects.
 */
export function toEventStream<T>(
  watch: (signal: AbortSignal) => AsyncIterable<T>,
  encode: (item: T, signal: AbortSignal) => AsyncGenerator<Uint8Array, void>,
  signal: AbortSignal,
): Response {
  // Ignores a client that has disconnected: missed events are not sent again.
  if (signal.aborted) return new Response(null, { headers: HEADERS })
  const gone = new AbortController()
  const items = watch(gone.signal)[Symbol.asyncIterator]()
  /** The event that is being sent. */
  let event: AsyncGenerator<Uint8Array, void> | null = null
  let heartbeat: NodeJS.Timeout
  const end = async () => {
    clearInterval(heartbeat)
    gone.abort()
    await event?.return()
    await items.return?.()
  }
  const nextChunk = async (): Promise<Uint8Array | null> => {
    for (;;) {
      const chunk = await event?.next()
      if (chunk && !chunk.done) return chunk.value
      event = null
      const item = await items.next()
      if (item.done) return null
      event = encode(item.value, gone.signal)
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
  return new Response(stream, { headers: HEADERS })
}
