import type { ReactNode } from 'react'

/** A page that asks one thing and shows nothing else. */
export function ConsentFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-lg pt-8 sm:pt-16">
      <h1 className="pb-6 text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
      {children}
    </div>
  )
}
