import { createClient } from '@/lib/api/client'
import { getJob, type Job, type JobSegments, jobSchema, readJobSegments } from '@/lib/jobs/contract'

/** A job as it is now. */
export async function fetchJob(id: string, signal: AbortSignal): Promise<Job> {
  return (await createClient()(getJob, { params: { job_id: id } }, { signal })).body
}

/** What a job has heard from a time on. */
export async function fetchPartialSegments(id: string, afterMs: number, signal: AbortSignal): Promise<JobSegments> {
  const request = { params: { job_id: id }, query: { after_ms: afterMs } }
  return (await createClient()(readJobSegments, request, { signal })).body
}

type Listener = {
  onJob: (job: Job) => void
  /** Events do not come through: a proxy, an old browser. */
  onSilence: () => void
}

/** Tells each change of a job as its events bring it; gives what ends that. */
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
