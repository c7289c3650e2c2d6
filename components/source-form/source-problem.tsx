import { AllowanceActions } from '@/components/allowance/allowance-actions'
import { ProblemCard } from '@/components/problem-card'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import type { Submission } from './use-submission'
import { words } from './words'

/** Why there is no transcript, and the one thing that helps. `onChange`: to put in something else. */
export function SourceProblem({ submission, onChange }: { submission: Submission; onChange: () => void }) {
  const { error, busy, source } = submission
  if (!error) return null
  const problem = problemOf(error)
  return (
    <ProblemCard problem={problem}>
      {problem.code === 'allowance_exceeded' ? (
        <AllowanceActions context={problem.context} busy={busy} onTakePart={submission.takePart} />
      ) : problem.retryable ? (
        <Button onClick={submission.retry}>{words.retry}</Button>
      ) : (
        <Button onClick={onChange}>{source && 'file' in source ? words.anotherFile : words.changeLink}</Button>
      )}
    </ProblemCard>
  )
}
