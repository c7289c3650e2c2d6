import { createClient } from '@/lib/api/client'
import { cancelJob, getJob, type Job, type JobSegments, jobSchema, readJobSegments } from '@/lib/jobs/contract'

export async function fetchJob(id: string, signal: AbortSignal): Promise<Job> {
  return (await createClient()(getJob, { params: { job_id: id } }, { signal })).body
}

/** Fetches the segments that a job has finished after a time. */
export async function fetchPartialSegments(id: string, afterMs: number, signal: AbortSignal): Promise<JobSegments> {
  const request = { params: { job_id: id }, query: { after_ms: afterMs } }
  return (await createClient()(readJobSegments, request, { signal })).body
}

type Listener = {
  onJob: (job: Job) => void
  /** Called when events do not arrive: a proxy, an old browser. */
  onSilence: () => void
}

/** Listens to the events of a job. Returns a function that stops that. */
export function watchJob(id: string, { onJob, onSilence }: Listener): () => void {
  const events = new EventSource(`/v1/jobs/${id}/events`)
  events.addEventListener('job', ({ data }) => {
    const parsed = jobSchema.safeParse(JSON.parse(String(data)))
    if (parsed.success) onJob(parsed.data)
    else onSilence()
  })
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) onSilence()
  }
  return () => events.close()
}

/** Cancels a job and returns its new state. */
export async function stopJob(id: string): Promise<Job> {
  return (await createClient()(cancelJob, { params: { job_id: id } })).body
}
