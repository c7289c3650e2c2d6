import type { ReactNode } from 'react'

/** A short label beside something. */
export function Chip({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full border border-hairline bg-sunken px-2.5 py-0.5 text-xs font-medium whitespace-nowrap text-soft">
      {children}
    </span>
  )
}

/** The class names of one of several choices: a link with `aria-current`, or a button with `aria-pressed`. */
export const CHOICE =
  'inline-flex min-h-8 pointer-coarse:min-h-10 items-center rounded-full border border-hairline px-3 text-sm text-soft hover:border-outline hover:text-ink aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-on-accent aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent'
