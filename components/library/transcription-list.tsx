import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { LibraryQuery, TranscriptionList as Page } from '@/lib/library/contract'
import { libraryAddress } from './library-address'
import { TranscriptionRow } from './transcription-row'
import { type ActionRequest, type ActionResult, useActions } from './use-actions'
import { words } from './words'

/** Loaded when the first row is selected. */
const SelectionBar = dynamic(() => import('./selection-bar').then((file) => file.SelectionBar), { ssr: false })

const OutcomeNote = dynamic(() => import('./outcome-note').then((file) => file.OutcomeNote), { ssr: false })

function isWorthListing({ action, outcomes }: ActionResult): boolean {
  return action === 'publish' || outcomes.some(({ refusal }) => refusal !== null)
}

/** A page of the list, whose rows can be selected. */
export function TranscriptionList({ query, list }: { query: LibraryQuery; list: Page }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { act, result, isPending, reset } = useActions()
  const rows = list.transcriptions
  const top = useRef<HTMLUListElement>(null)
  const perform = (request: ActionRequest) => {
    // The focused row leaves the list.
    if (request.action === 'remove' || (request.action === 'unpublish' && query.published)) top.current?.focus()
    act(request)
  }
  // A row that has left the list is no longer selected.
  const selected = rows.filter(({ id }) => chosen.has(id))
  const ids = selected.map(({ id }) => id)
  // Success without a result to show needs no more than a notice.
  const reported = result && isWorthListing(result) ? result : null
  const choose = (id: string, on: boolean) =>
    setChosen(new Set(on ? [...ids, id] : ids.filter((other) => other !== id)))
  return (
    <>
      <label className="flex items-center gap-3 border-b border-hairline pb-3 text-sm text-soft">
        <input
          type="checkbox"
          checked={ids.length > 0 && ids.length === rows.length}
          onChange={({ target }) => setChosen(new Set(target.checked ? rows.map(({ id }) => id) : []))}
          className="size-4 accent-accent max-sm:size-6"
        />
        {words.selectAll}
      </label>
      {reported && <OutcomeNote {...reported} onClose={reset} />}
      <ul ref={top} tabIndex={-1} aria-label={words.list} className="focus:outline-none">
        {rows.map((row) => (
          <TranscriptionRow
            key={row.id}
            transcription={row}
            showsPublication={query.published === true}
            selection={{ selected: chosen.has(row.id), onChange: (on) => choose(row.id, on) }}
            actions={{
              onDelete: () => perform({ action: 'remove', subjects: [row] }),
              onUnpublish: () => perform({ action: 'unpublish', subjects: [row] }),
            }}
          />
        ))}
      </ul>
      {ids.length > 0 && (
        <SelectionBar selected={selected} busy={isPending} onAct={perform} onClear={() => setChosen(new Set())} />
      )}
      <Pager query={query} list={list} />
    </>
  )
}

/** Which part of the list is shown, and links to the previous and the next part. */
function Pager({ query, list }: { query: LibraryQuery; list: Page }) {
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
