import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { Icon: LucideIcon; title: string; children?: ReactNode }

/** Shown in place of an empty list of the dashboard: that it is empty, and how to fill it. */
export function EmptyNote({ Icon, title, children }: Props) {
  return (
    <div className="flex gap-4 rounded-md border border-hairline bg-raised p-5 sm:p-6">
      <Icon className="mt-0.5 size-5 shrink-0 text-soft" aria-hidden="true" />
      <div className="max-w-[68ch] min-w-0">
        <p className="font-medium">{title}</p>
        {children && <div className="pt-2 text-soft">{children}</div>}
      </div>
    </div>
  )
}
