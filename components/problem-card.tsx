import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import type { ApiError } from '@/lib/api/client'
import { words } from './words'

type Props = {
  problem: Pick<ApiError['problem'], 'detail' | 'request_id'>
  /** For what the person wanted themselves: not a failure. */
  calm?: boolean
  children: ReactNode
}

/** What went wrong in one sentence, the one thing to do (`children`), and the id to give to whoever runs the server. */
export function ProblemCard({ problem, calm = false, children }: Props) {
  const Icon = calm ? Info : CircleAlert
  return (
    <div
      role={calm ? 'status' : 'alert'}
      className={classes('flex gap-3 rounded-md border bg-raised p-4', calm ? 'border-hairline' : 'border-failed/40')}
    >
      <Icon className={classes('mt-0.5 size-5 shrink-0', calm ? 'text-soft' : 'text-failed')} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="text-ink">{problem.detail}</p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
          {children}
          {problem.request_id && (
            <p className="text-xs text-soft">
              {words.requestId} <code className="times break-all">{problem.request_id}</code>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
