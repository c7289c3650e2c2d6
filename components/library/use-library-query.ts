import { useRouter } from 'next/navigation'
import { startTransition, useOptimistic } from 'react'
import type { LibraryQuery } from '@/lib/library/contract'
import { libraryAddress } from './library-address'

/** Changes some of the query, and with it the address. `replaces`: the address before is not kept in the history. */
export type ChangeQuery = (change: Partial<LibraryQuery>, how?: { replaces: boolean }) => void

/**
 * The newest query that the user has chosen, and how it is changed. It is ahead of the one of the page while a navigation
 * is under way, so a choice made meanwhile adds to the one before.
 */
export function useLibraryQuery(shown: LibraryQuery): [LibraryQuery, ChangeQuery] {
  const router = useRouter()
  const [query, setQuery] = useOptimistic(shown)
  const change: ChangeQuery = (wanted, how) =>
    startTransition(() => {
      setQuery({ ...query, offset: 0, ...wanted })
      const address = libraryAddress(query, wanted)
      if (how?.replaces) router.replace(address, { scroll: false })
      else router.push(address)
    })
  return [query, change]
}
