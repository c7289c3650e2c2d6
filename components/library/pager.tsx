import Link from 'next/link'
import { Button } from '@/components/ui/button'
import type { LibraryQuery, TranscriptionList } from '@/lib/library/contract'
import { libraryAddress } from './library-address'
import { words } from './words'

/** Which part of the list is shown, and the way to the parts beside it. */
export function Pager({ query, list }: { query: LibraryQuery; list: TranscriptionList }) {
  const { offset, limit, total, total_exact: exact, transcriptions } = list
  const end = offset + transcriptions.length
  const hasMore = end < total
  return (
    <nav aria-label={words.pages} className="flex flex-wrap items-center justify-between gap-3 pt-4 text-sm text-soft">
      <p className="tabular-nums">{words.range(offset + 1, end, total, exact)}</p>
      <div className="flex gap-2">
        {offset > 0 && (
          <Button asChild>
            <Link href={libraryAddress(query, { offset: Math.max(0, offset - limit) })}>{words.newer}</Link>
          </Button>
        )}
        {hasMore && (
          <Button asChild>
            <Link href={libraryAddress(query, { offset: offset + limit })}>{words.older}</Link>
          </Button>
        )}
      </div>
    </nav>
  )
}
