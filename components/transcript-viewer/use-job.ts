import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createClient } from '@/lib/api/client'
import { getJob, type Job, jobSchema } from '@/lib/jobs/contract'

const ended = (job: Job | null | undefined) => job?.status === 'done' || job?.status === 'error'

/**
 * A job as it goes on, from the state the page was made with. Events bring each change; where they do not come through
 * (a proxy, an old browser), the job is asked for as often as it says itself.
 */
export function useJob(initial: Job | null): Job | null {
  const queries = useQueryClient()
  const [listening, setListening] = useState(true)
  const id = initial?.job_id ?? ''
  const { data: job } = useQuery({
    queryKey: ['job', id],
    queryFn: async ({ signal }) => (await createClient()(getJob, { params: { job_id: id } }, { signal })).body,
    initialData: initial,
    enabled: initial !== null && !ended(initial) && !listening,
    refetchInterval: ({ state }) => (ended(state.data) ? false : (state.data?.poll_after_seconds ?? 2) * 1000),
  })
  const over = ended(job)
  useEffect(() => {
    if (!id || over || !listening) return
    const events = new EventSource(`/v1/jobs/${id}/events`)
    events.addEventListener('job', ({ data }) => {
      const parsed = jobSchema.safeParse(JSON.parse(String(data)))
      if (parsed.success) queries.setQueryData(['job', id], parsed.data)
      else setListening(false)
    })
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) setListening(false)
    }
    return () => events.close()
  }, [id, over, listening, queries])
  return job
}
