import Link from 'next/link'
import { CHOICE } from '@/components/ui/choice'
import type { LibraryQuery } from '@/lib/library/contract'
import { libraryAddress } from './library-address'
import { words } from './words'

const STATES: readonly LibraryQuery['state'][] = [null, 'done', 'in_progress', 'error']

/** The states as chips, of which one holds. Each is an address. */
export function StateChips({ query }: { query: LibraryQuery }) {
  return (
    <nav aria-label={words.filters} className="flex flex-wrap gap-1.5">
      {STATES.map((state) => (
        <Link
          key={state}
          href={libraryAddress(query, { state })}
          aria-current={query.state === state ? 'true' : undefined}
          className={CHOICE}
        >
          {words.states[state ?? 'all']}
        </Link>
      ))}
    </nav>
  )
}
