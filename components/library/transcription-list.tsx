import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { LibraryQuery, TranscriptionList as Page } from '@/lib/library/contract'
import type { Action, ActionOutcome } from './act-on-transcripts'
import { Pager } from './pager'
import { TranscriptionRow } from './transcription-row'
import { useAction } from './use-action'
import { words } from './words'

/** Its menu and its question come only with the first choice. */
const SelectionBar = dynamic(() => import('./selection-bar').then((file) => file.SelectionBar), { ssr: false })

const OutcomeNote = dynamic(() => import('./outcome-note').then((file) => file.OutcomeNote), { ssr: false })

type Reported = { action: Action; outcomes: readonly ActionOutcome[] }

function isWorthListing({ action, outcomes }: Reported): boolean {
  return action === 'publish' || outcomes.some(({ refusal }) => refusal !== null)
}

/** A page of the list, of which some may be chosen. */
export function TranscriptionList({ query, list }: { query: LibraryQuery; list: Page }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const action = useAction()
  const rows = list.transcriptions
  // What has left the list since is not chosen any more.
  const selected = rows.filter(({ id }) => chosen.has(id))
  const ids = selected.map(({ id }) => id)
  // What went well without anything to show for it is told by a notice alone.
  const reported = action.data && isWorthListing(action.data) ? action.data : null
  const choose = (id: string, on: boolean) =>
    setChosen(new Set(on ? [...ids, id] : ids.filter((other) => other !== id)))
  return (
    <>
      <label className="flex items-center gap-3 border-b border-hairline pb-3 text-sm text-soft">
        <input
          type="checkbox"
          checked={ids.length > 0 && ids.length === rows.length}
          onChange={({ target }) => setChosen(new Set(target.checked ? rows.map(({ id }) => id) : []))}
          className="size-4 accent-accent"
        />
        {words.selectAll}
      </label>
      {reported && <OutcomeNote {...reported} onClose={action.reset} />}
      <ul aria-label={words.list}>
        {rows.map((row) => (
          <TranscriptionRow
            key={row.id}
            transcription={row}
            selection={{ selected: chosen.has(row.id), onChange: (on) => choose(row.id, on) }}
          />
        ))}
      </ul>
      {ids.length > 0 && (
        <SelectionBar
          selected={selected}
          busy={action.isPending}
          onAct={(name, libraryItems) => action.mutate({ action: name, libraryItems })}
          onClear={() => setChosen(new Set())}
        />
      )}
      <Pager query={query} list={list} />
    </>
  )
}
