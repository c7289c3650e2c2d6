import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { words } from '../words'

/** The top of a transcript's page: the way back to the list, and what can be done with the transcript. */
export function PageBar({ children }: { children: ReactNode }) {
  return (
    <div dir="ltr" className="flex min-h-10 items-center justify-between gap-4 pb-2 lg:pb-4 print:hidden">
      <Link
        href="/transcripts"
        className="flex min-h-10 items-center gap-1 rounded-sm text-sm text-soft underline-offset-4 hover:text-ink hover:underline"
      >
        <ChevronLeft className="size-4" aria-hidden="true" />
        {words.transcripts}
      </Link>
      {children}
    </div>
  )
}
