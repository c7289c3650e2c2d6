import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Job, JobSegments } from '@/lib/jobs/contract'

export type Heard = Pick<JobSegments, 'covered_ms' | 'lang' | 'segments'>

const NOTHING: Heard = { covered_ms: 0, lang: null, segments: [] }

/** What goes on from where the text ends is put at its end; an answer that came twice changes nothing. */
function lengthen(heard: Heard, afterMs: number, news: JobSegments): Heard {
  if (news.status === 'error' || heard.covered_ms !== afterMs || news.covered_ms <= afterMs) return heard
  const { covered_ms, lang } = news
  return { covered_ms, lang, segments: [...heard.segments, ...news.segments] }
}

/**
 * What is heard of a recording while its job runs, from what the page was made with: each time the job has got further,
 * what has come since is asked for and added.
 */
export function useHeard(job: Job | null, initial: Heard | null): Heard {
  const [heard, setHeard] = useState(initial ?? NOTHING)
  const { covered_ms: afterMs } = heard
  const id = job?.status === 'in_progress' ? job.job_id : null
  const progress = job?.progress ?? 0
  // What could not be fetched comes with the job's next step.
  const { data: news } = useQuery({
    queryKey: ['heard', id, progress, afterMs],
    queryFn: async ({ signal }) => (await import('./watch-job')).fetchHeard(id ?? '', afterMs, signal),
    enabled: id !== null && progress > 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (news) setHeard((now) => lengthen(now, afterMs, news))
  }, [news, afterMs])
  return heard
}
