import { CircleAlert, Copy, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { words } from '@/components/words'
import type { ApiError } from '@/lib/api/client'
import { copyText } from '../ui/copy-text'

type Props = {
  problem: Pick<ApiError['problem'], 'detail'> & Partial<Pick<ApiError['problem'], 'status' | 'request_id'>>
  /** For the result of the person's own decision: not a failure. */
  calm?: boolean
  children: ReactNode
}

/** The lowest status of an error of the server: support can look it up by the id of its request. */
const SERVER_ERROR = 500

/**
 * A problem in one sentence, its next step (`children`) and, for an error of the server, a button that copies the
 * id of the request for support.
 */
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
          {problem.request_id && (problem.status ?? 0) >= SERVER_ERROR && <CopyRequestId id={problem.request_id} />}
        </div>
      </div>
    </div>
  )
}

function CopyRequestId({ id }: { id: string }) {
  return (
    <button
      type="button"
      title={id}
      onClick={() => copyText(id, words.requestIdCopied)}
      className="link inline-flex items-center gap-1.5 text-xs text-soft hover:text-ink"
    >
      <Copy className="size-3.5" aria-hidden="true" />
      {words.copyRequestId}
    </button>
  )
}
