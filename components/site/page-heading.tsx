import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'

type Props = { title: string; lead?: ReactNode; action?: ReactNode; back?: { href: string; name: string } }

/** The top of a page of the dashboard: the list it is part of, what it is, a sentence on what it is for, and its one action. */
export function PageHeading({ title, lead, action, back }: Props) {
  return (
    <>
      {back && (
        <Link
          href={back.href}
          className="mb-3 inline-flex items-center gap-1.5 rounded-sm text-sm text-soft hover:text-ink"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          {back.name}
        </Link>
      )}
      <header className="flex flex-wrap items-start justify-between gap-4 pb-8">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {lead && <p className="max-w-[68ch] pt-2 text-soft">{lead}</p>}
        </div>
        {action}
      </header>
    </>
  )
}
