import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Job, JobSegments } from '@/lib/jobs/contract'

export type PartialSegments = Pick<JobSegments, 'covered_ms' | 'lang' | 'segments'>

const NOTHING: PartialSegments = { covered_ms: 0, lang: null, segments: [] }

/** What goes on from where the text ends is put at its end; an answer that came twice changes nothing. */
function lengthen(partial: PartialSegments, afterMs: number, news: JobSegments): PartialSegments {
  if (news.status === 'error' || partial.covered_ms !== afterMs || news.covered_ms <= afterMs) return partial
  const { covered_ms, lang } = news
  return { covered_ms, lang, segments: [...partial.segments, ...news.segments] }
}

/**
 * What is heard of a recording while its job runs, from what the page was made with: each time the job has got further,
 * what has come since is asked for and added.
 */
export function usePartialSegments(job: Job | null, initial: PartialSegments | null): PartialSegments {
  const [partial, setPartial] = useState(initial ?? NOTHING)
  const { covered_ms: afterMs } = partial
  const id = job?.status === 'in_progress' ? job.job_id : null
  const progress = job?.progress ?? 0
  // What could not be fetched comes with the job's next step.
  const { data: news } = useQuery({
    queryKey: ['heard', id, progress, afterMs],
    queryFn: async ({ signal }) => (await import('./watch-job')).fetchPartialSegments(id ?? '', afterMs, signal),
    enabled: id !== null && progress > 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (news) setPartial((now) => lengthen(now, afterMs, news))
  }, [news, afterMs])
  return partial
}
