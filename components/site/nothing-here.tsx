import type { ReactNode } from 'react'

type Props = { title: string; text: string; children: ReactNode }

/** What stands at an address where nothing is: that it is so, and the one way on (`children`). */
export function NothingHere({ title, text, children }: Props) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-start gap-4 pt-8 sm:pt-16">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="text-soft">{text}</p>
      {children}
    </div>
  )
}
