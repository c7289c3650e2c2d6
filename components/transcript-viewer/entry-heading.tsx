import type { ReactNode } from 'react'

/** What this is, and in one line where its text comes from. */
export function EntryHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="max-w-[calc(68ch+8rem)] pb-2 lg:col-start-2">
      <h1 dir="auto" className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {title}
      </h1>
      {children}
    </header>
  )
}
