import type { ReactNode } from 'react'

type Props = { title: string; text: string; time?: string; children: ReactNode }

/** Shown on a page that is not found, set as a line of a transcript at 4:04. */
export function NothingHere({ title, text, time = '4:04', children }: Props) {
  return (
    <div className="mx-auto grid max-w-(--column) pt-8 sm:grid-cols-[4rem_minmax(0,1fr)] sm:pt-20">
      <span className="times text-soft max-sm:pb-2 sm:pt-3" aria-hidden="true">
        {time}
      </span>
      <div className="flex flex-col items-start gap-4">
        <h1 className="font-serif text-2xl font-medium tracking-tight">{title}</h1>
        <p className="text-soft">{text}</p>
        {children}
      </div>
    </div>
  )
}
