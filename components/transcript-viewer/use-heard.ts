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
  useEffect(() => {
    if (!id || progress === 0) return
    const controller = new AbortController()
    const listen = async () => {
      const { fetchHeard } = await import('./watch-job')
      const news = await fetchHeard(id, afterMs, controller.signal)
      setHeard((now) => lengthen(now, afterMs, news))
    }
    listen().catch((error: unknown) => {
      // The job's own state is told beside the text, and its next step asks again.
      if (!controller.signal.aborted) console.warn('What was heard could not be fetched.', error)
    })
    return () => controller.abort()
  }, [id, progress, afterMs])
  return heard
}
