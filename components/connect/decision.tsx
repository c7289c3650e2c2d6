import { useMutation } from '@tanstack/react-query'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { words } from './words'

type Props = {
  /** Sends the decision to the server, and continues at the URL that it returns. */
  decide: (allow: boolean) => Promise<void>
  /** Shown after the decision. */
  said: Record<'allowed' | 'refused', string>
  /** Called once it is decided. */
  onDecided?: (allow: boolean) => void
}

/** Two buttons of equal size, and then the outcome. */
export function Decision({ decide, said, onDecided }: Props) {
  const decision = useMutation({ mutationFn: decide, onSuccess: (_, allow) => onDecided?.(allow) })
  if (decision.isSuccess) {
    return (
      <p role="status" className="rounded-md border border-hairline bg-raised p-4">
        {decision.variables ? said.allowed : said.refused}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {decision.error && <ProblemCard problem={problemOf(decision.error)}>{null}</ProblemCard>}
      <div className="grid grid-cols-2 gap-3">
        <Button className="min-h-12" disabled={decision.isPending} onClick={() => decision.mutate(false)}>
          {words.refuse}
        </Button>
        <Button
          variant="primary"
          className="min-h-12"
          disabled={decision.isPending}
          onClick={() => decision.mutate(true)}
        >
          {words.allow}
        </Button>
      </div>
    </div>
  )
}
