import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { AllowanceActions } from '@/components/allowance/allowance-actions'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { ModelOffer, withoutWays } from '@/components/speech/model-offer'
import { Button } from '@/components/ui/button'
import type { Job } from '@/lib/jobs/contract'
import { words } from '../words'

/** A job that ended without a transcript: why, and what to do next. */
export function JobFailed({ job, error }: { job: Job; error: NonNullable<Job['error']> }) {
  const router = useRouter()
  const again = useMutation({
    mutationFn: async (partial: boolean) => (await import('../menus/request-again')).requestAgain({ ...job, partial }),
    onSuccess: (id) => router.push(`/transcripts/${id}`),
  })
  const problem = again.error ? problemOf(again.error) : error
  const cancelled = problem.code === 'cancelled'
  const busy = again.isPending || again.isSuccess
  return (
    <div className="max-w-(--column) pt-2">
      <ProblemCard problem={withoutWays(problem)} calm={cancelled}>
        {problem.code === 'allowance_exceeded' ? (
          <AllowanceActions context={problem.context} busy={busy} onTakePart={() => again.mutate(true)} />
        ) : cancelled || problem.retryable ? (
          <Button disabled={busy} onClick={() => again.mutate(false)}>
            {cancelled ? words.again : words.retry}
          </Button>
        ) : (
          <>
            <ModelOffer problem={problem} busy={busy} onStarted={() => again.mutate(false)} />
            <Button asChild>
              <Link href="/">{words.another}</Link>
            </Button>
          </>
        )}
      </ProblemCard>
    </div>
  )
}
