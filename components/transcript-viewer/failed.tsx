import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { ProblemCard } from '@/components/problem-card'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import type { Job } from '@/lib/jobs/contract'
import { words } from './words'

/** A job that ended without a text: why, and the one thing to do. */
export function Failed({ job, error }: { job: Job; error: NonNullable<Job['error']> }) {
  const router = useRouter()
  const again = useMutation({
    mutationFn: async () => (await import('./ask-again')).askAgain(job),
    onSuccess: (id) => router.push(`/transcripts/${id}`),
  })
  const cancelled = error.code === 'cancelled'
  return (
    <div className="max-w-[68ch] pt-2">
      <ProblemCard problem={again.error ? problemOf(again.error) : error} calm={cancelled && !again.error}>
        {cancelled || error.retryable ? (
          <Button disabled={again.isPending || again.isSuccess} onClick={() => again.mutate()}>
            {cancelled ? words.again : words.retry}
          </Button>
        ) : (
          <Button asChild>
            <Link href="/">{words.another}</Link>
          </Button>
        )}
      </ProblemCard>
    </div>
  )
}
