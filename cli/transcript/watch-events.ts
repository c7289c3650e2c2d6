import { type Job, jobSchema, watchJob } from '@/lib/jobs/contract'
import type { Context } from '../context'

/** The server sends a comment every 15 s: a stream that is silent for so long brings nothing any more. */
const SILENCE_MS = 45_000

/** The data of a stream of server-sent events, event by event (HTML, "Server-sent events"). Only LF ends a line here. */
async function* eventData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
      if (data.length > 0) yield data.join('\n')
    }
  }
}

/** Passes chunks on, and ends the whole stream when none has come for a while. */
async function* untilSilent(body: ReadableStream<Uint8Array>, end: () => void): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(end, SILENCE_MS).unref()
  try {
    for await (const chunk of body) {
      timer.refresh()
      yield chunk
    }
  } finally {
    clearTimeout(timer)
  }
}

/** A job as it changes, by the events the server sends. Throws where none come through, or they are not understood. */
export async function* watchEvents(context: Context, jobId: string, format: string): AsyncGenerator<Job> {
  const silence = new AbortController()
  const path = watchJob.path.replace('{job_id}', encodeURIComponent(jobId))
  const address = `${context.baseUrl}${path}?${new URLSearchParams({ format })}`
  const signal = AbortSignal.any([context.signal, silence.signal])
  const response = await context.send(address, { headers: { accept: 'text/event-stream' }, signal })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!response.ok || !isStream || !response.body) {
    await response.body?.cancel()
    throw new Error(`The events of the job were answered ${response.status}.`)
  }
  for await (const data of eventData(untilSilent(response.body, () => silence.abort()))) {
    yield jobSchema.parse(JSON.parse(data))
  }
}
