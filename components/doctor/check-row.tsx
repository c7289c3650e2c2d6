import type { LucideIcon } from 'lucide-react'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import type { CheckStatus } from '@/lib/health/doctor/contract'
import { words } from './words'

const MARKS: Readonly<Record<CheckStatus, { Icon: LucideIcon; look: string }>> = {
  ok: { Icon: CircleCheck, look: 'text-accent' },
  warning: { Icon: TriangleAlert, look: 'text-ink' },
  failed: { Icon: CircleAlert, look: 'text-failed' },
}

type Props = { name: string; status: CheckStatus; action: string | null; children: ReactNode }

/** One thing that was checked: how it is, what was seen, and what to do. */
export function CheckRow({ name, status, action, children }: Props) {
  const { Icon, look } = MARKS[status]
  return (
    <li className="flex gap-3 border-t border-hairline py-3">
      <Icon className={classes('mt-1 size-4 shrink-0', look)} strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {name} <span className="sr-only">{words.status[status]}</span>
        </p>
        <div className="text-sm wrap-anywhere text-soft">{children}</div>
        {action && <p className="pt-1 text-sm wrap-anywhere text-ink">{action}</p>}
      </div>
    </li>
  )
}
