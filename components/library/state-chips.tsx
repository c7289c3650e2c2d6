import Link from 'next/link'
import type { HistoryQuery } from '@/lib/history/contract'
import { libraryAddress } from './library-address'
import { words } from './words'

const STATES: readonly HistoryQuery['state'][] = [null, 'done', 'in_progress', 'error']

/** The states as chips, of which one holds. Each is an address. */
export function StateChips({ query }: { query: HistoryQuery }) {
  return (
    <nav aria-label={words.filters} className="flex flex-wrap gap-1.5">
      {STATES.map((state) => (
        <Link
          key={state}
          href={libraryAddress(query, { state })}
          aria-current={query.state === state ? 'true' : undefined}
          className="inline-flex min-h-8 items-center rounded-full border border-hairline px-3 text-sm text-soft hover:border-outline hover:text-ink aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-on-accent"
        >
          {words.states[state ?? 'all']}
        </Link>
      ))}
    </nav>
  )
}
