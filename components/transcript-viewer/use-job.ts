import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Job } from '@/lib/jobs/contract'

const ended = (job: Job | null | undefined) => job?.status === 'done' || job?.status === 'error'

/** What a transcript that is there already has no use for. */
const watching = () => import('./watch-job')

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
    queryFn: async ({ signal }) => (await watching()).fetchJob(id, signal),
    initialData: initial,
    enabled: initial !== null && !ended(initial) && !listening,
    refetchInterval: ({ state }) => (ended(state.data) ? false : (state.data?.poll_after_seconds ?? 2) * 1000),
  })
  const over = ended(job)
  useEffect(() => {
    if (!id || over || !listening) return
    let stop: (() => void) | null = null
    let left = false
    const onJob = (news: Job) => queries.setQueryData(['job', id], news)
    const onSilence = () => setListening(false)
    watching().then(
      ({ watchJob }) => {
        if (!left) stop = watchJob(id, { onJob, onSilence })
      },
      () => onSilence(),
    )
    return () => {
      left = true
      stop?.()
    }
  }, [id, over, listening, queries])
  return job
}
