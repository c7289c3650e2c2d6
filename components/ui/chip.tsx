import type { ReactNode } from 'react'

/** A word about something, beside it. */
export function Chip({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full border border-hairline bg-sunken px-2.5 py-0.5 text-xs font-medium whitespace-nowrap text-soft">
      {children}
    </span>
  )
}
