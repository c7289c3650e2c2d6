import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { log } from '@/lib/core/log'

export type Patience = { graceMs: number; everyMs: number }

/**
 * Common proxies close a connection after a minute of silence, and Node's client after five. An error before the first
 * space still has its own status.
 */
const PATIENCE: Patience = { graceMs: 25_000, everyMs: 15_000 }

const SPACE = new TextEncoder().encode(' ')

/** Spaces now and then, and the JSON in the end. What fails breaks the response off: its status has been sent. */
function padded(work: Promise<Response>, everyMs: number): ReadableStream<Uint8Array> {
  let heartbeat: NodeJS.Timeout
  let rest: ReadableStreamDefaultReader<Uint8Array> | null = null
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(SPACE)
        heartbeat = setInterval(() => controller.enqueue(SPACE), everyMs)
      },
      async pull(controller) {
        try {
          if (!rest) {
            const response = await work
            clearInterval(heartbeat)
            rest = (response.body ?? new Blob([]).stream()).getReader()
          }
          const { value, done } = await rest.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          clearInterval(heartbeat)
          log.warn('a response ended early, after its status was sent', { error })
          throw error
        }
      },
      async cancel() {
        clearInterval(heartbeat)
        await rest?.cancel()
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * The JSON response that work leads to, however long that takes: past a while it begins with spaces, which are valid
 * before JSON and keep proxies and clients from giving up. An error that comes before then has its own status; one that
 * comes later ends the response early, so that no client takes it for a transcript.
 */
export async function patientResponse(
  work: Promise<Response>,
  headers: Record<string, string>,
  { graceMs, everyMs }: Patience = PATIENCE,
): Promise<Response> {
  const late = Symbol('late')
  // Without a reader its failure has no listener.
  work.catch(() => undefined)
  const deadline = startDeadline({ timeoutMs: graceMs, late: () => late })
  try {
    return await deadline.race(work)
  } catch (error) {
    if (error !== late) throw error
    return new Response(padded(work, everyMs), { headers })
  } finally {
    deadline.stop()
  }
}
