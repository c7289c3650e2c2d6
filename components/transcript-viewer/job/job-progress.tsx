import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPercent } from '@/components/format/format-percent'
import { NotifyWhenDone } from '@/components/notices/notify-when-done'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { toast } from '@/components/ui/toast'
import type { Job } from '@/lib/jobs/contract'
import type { NoticeView } from '@/lib/notices/contract'
import { words } from '../words'
import { activityWords, shareOf, stageWords } from './job-words'

/** A running job: stage, progress, and that the page may be closed. `isAgain`: it replaces the text shown. */
export function JobProgress({ job, notices, isAgain = false }: { job: Job; notices: NoticeView; isAgain?: boolean }) {
  const queries = useQueryClient()
  const [cancelling, setCancelling] = useState(false)
  const cancel = async () => {
    setCancelling(true)
    try {
      const { stopJob } = await import('./watch-job')
      queries.setQueryData(['job', job.job_id], await stopJob(job.job_id))
    } catch (error) {
      toast.error(problemOf(error).detail)
      setCancelling(false)
    }
  }
  const share = shareOf(job)
  return (
    <section aria-label={words.progress} dir="ltr" className="pt-4">
      <p className="flex justify-between gap-4 pb-2">
        {/* The clock is that of the reader. */}
        <span role="status" suppressHydrationWarning>
          {activityWords(job)}
        </span>
        {share !== null && <span className="text-soft tabular-nums">{formatPercent(share)}</span>}
      </p>
      <ProgressBar value={share} label={stageWords(job)} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-2">
        <p className="text-sm text-soft">{isAgain ? words.againGoesOn : words.goesOn}</p>
        <Button variant="quiet" className="-mr-4" disabled={cancelling} onClick={() => void cancel()}>
          {words.cancel}
        </Button>
      </div>
      <NotifyWhenDone id={job.job_id} notices={notices} />
    </section>
  )
}
