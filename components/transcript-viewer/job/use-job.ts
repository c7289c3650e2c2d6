import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Job, JobSegments } from '@/lib/jobs/contract'
import { isEnded } from '@/lib/jobs/states'

const ended = (job: Job | null | undefined) => job != null && isEnded(job.status)

/** Loaded only for a job: a page with a finished transcript does not need it. */
const watching = () => import('./watch-job')

/**
 * A job, kept up to date from the state that the page was rendered with. Events bring each change; where they do not
 * arrive (a proxy, an old browser), the job is polled as often as it says itself.
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

export type PartialSegments = Pick<JobSegments, 'covered_ms' | 'lang' | 'segments'>

const NOTHING: PartialSegments = { covered_ms: 0, lang: null, segments: [] }

/** Adds news that begin where the text ends. A response that arrives twice changes nothing. */
function lengthen(partial: PartialSegments, afterMs: number, news: JobSegments): PartialSegments {
  if (news.status === 'error' || partial.covered_ms !== afterMs || news.covered_ms <= afterMs) return partial
  const { covered_ms, lang } = news
  return { covered_ms, lang, segments: [...partial.segments, ...news.segments] }
}

/**
 * The segments that a running job has finished, from those that the page was rendered with. Each time the job makes
 * progress, the new segments are fetched and added.
 */
export function usePartialSegments(job: Job | null, initial: PartialSegments | null): PartialSegments {
  const [partial, setPartial] = useState(initial ?? NOTHING)
  const { covered_ms: afterMs } = partial
  const id = job?.status === 'in_progress' ? job.job_id : null
  const progress = job?.progress ?? 0
  // After a failure the segments are fetched with the job's next progress.
  const { data: news } = useQuery({
    queryKey: ['partial-segments', id, progress, afterMs],
    queryFn: async ({ signal }) => (await import('./watch-job')).fetchPartialSegments(id ?? '', afterMs, signal),
    enabled: id !== null && progress > 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (news) setPartial((now) => lengthen(now, afterMs, news))
  }, [news, afterMs])
  return partial
}
