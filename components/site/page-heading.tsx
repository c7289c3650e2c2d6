import type { ReactNode } from 'react'

type Props = { title: string; lead?: ReactNode; action?: ReactNode }

/** The top of a page of the dashboard: what it is, a sentence on what it is for, and its one action. */
export function PageHeading({ title, lead, action }: Props) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-4 pb-8">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {lead && <p className="max-w-[68ch] pt-2 text-soft">{lead}</p>}
      </div>
      {action}
    </header>
  )
}
