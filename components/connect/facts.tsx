import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

/** A list of facts, each with its name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-hairline text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex flex-col gap-x-4 gap-y-1 py-3 sm:flex-row">
          <dt className="shrink-0 text-soft sm:w-32">{name}</dt>
          <dd className="min-w-0 flex-1 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
