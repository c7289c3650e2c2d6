import { ChevronLeft, ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { words } from '../words'

/** The top of a transcript's page: the way back to the list, and what can be done with the transcript. */
export function PageBar({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div dir="ltr" className="flex min-h-10 items-center justify-between gap-4 pb-2 lg:pb-4 print:hidden">
      <nav aria-label={words.breadcrumb} className="min-w-0">
        <ol className="flex items-center gap-1.5 text-sm text-soft">
          <li>
            <Link
              href="/transcripts"
              className="flex min-h-8 items-center gap-1 rounded-sm underline-offset-4 hover:text-ink hover:underline"
            >
              <ChevronLeft className="size-4 sm:hidden" aria-hidden="true" />
              {words.transcripts}
            </Link>
          </li>
          <li aria-hidden="true" className="max-sm:hidden">
            <ChevronRight className="size-4" />
          </li>
          {/* On a phone the title follows right below. */}
          <li aria-current="page" className="min-w-0 truncate text-ink max-sm:hidden">
            <bdi>{title}</bdi>
          </li>
        </ol>
      </nav>
      {children}
    </div>
  )
}
