import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@/cli/context'
import { ApiError } from '@/lib/api/client'
import type { LayoutOptions } from '@/lib/captions/layout/subtitle-layout'
import { getJob, type Job, jobSchema, watchJob } from '@/lib/jobs/contract'
import { isEnded } from '@/lib/jobs/states'

/** The format of the transcript, and how subtitles are laid out. */
export type JobQuery = { format: string; words?: boolean } & LayoutOptions

/** A server that restarts is waited for so long. */
const MAX_ABSENCE_MS = 120_000

function hasEnded({ status }: Job): boolean {
  return isEnded(status)
}

/** The job as its events tell it; null once they come no more before its end: then it has to be asked for. */
async function listen(
  context: Context,
  jobId: string,
  query: JobQuery,
  onJob: (job: Job) => void,
): Promise<Job | null> {
  try {
    for await (const job of watchEvents(context, jobId, query)) {
      onJob(job)
      if (hasEnded(job)) return job
    }
  } catch (error) {
    // If events fail for any reason, polling works or reports the cause.
    if (context.signal.aborted) throw error
  }
  return null
}

/** Whether a repeated request may succeed: the server is unreachable for a moment, or too busy. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.problem.retryable
}

async function poll(context: Context, jobId: string, query: JobQuery, onJob: (job: Job) => void): Promise<Job> {
  let lastSeenMs = Date.now()
  for (let pauseSeconds = 0; ; ) {
    await sleep(pauseSeconds * 1000, undefined, { signal: context.signal })
    try {
      const { body: job } = await context.call(getJob, { params: { job_id: jobId }, query })
      onJob(job)
      if (hasEnded(job)) return job
      lastSeenMs = Date.now()
      pauseSeconds = job.poll_after_seconds
    } catch (error) {
      if (!isPassing(error) || Date.now() - lastSeenMs > MAX_ABSENCE_MS) throw error
      pauseSeconds = 2
    }
  }
}

/**
 * Waits until a job has ended, and reports each change: from events or, if they don't arrive, by polling at the
 * interval that the server sets. Throws `ApiError` for a job that can't be read.
 */
export async function waitForJob(
  context: Context,
  jobId: string,
  { query, onJob }: { query: JobQuery; onJob: (job: Job) => void },
): Promise<Job> {
  return (await listen(context, jobId, query, onJob)) ?? poll(context, jobId, query, onJob)
}

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
async function* watchEvents(context: Context, jobId: string, query: JobQuery): AsyncGenerator<Job> {
  const silence = new AbortController()
  const path = watchJob.path.replace('{job_id}', encodeURIComponent(jobId))
  const address = `${context.baseUrl}${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
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
