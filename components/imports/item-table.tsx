'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import type { ImportBatch, ImportItemList, ItemStatus } from '@/lib/imports/contract'
import { ItemRow } from './item-row'
import { ITEMS_A_PAGE } from './items-a-page'
import { useItems } from './use-import'

const FILTERS: readonly { status: ItemStatus | undefined; label: string }[] = [
  { status: undefined, label: 'All' },
  { status: 'in_progress', label: 'In progress' },
  { status: 'done', label: 'Transcribed' },
  { status: 'failed', label: 'Failed' },
  { status: 'skipped', label: 'Skipped' },
]

type Turn = { page: number; total: number; onTurn: (page: number) => void }

function Pages({ page, total, onTurn }: Turn) {
  const last = Math.max(0, Math.ceil(total / ITEMS_A_PAGE) - 1)
  if (last === 0) return null
  const from = page * ITEMS_A_PAGE
  const to = Math.min(total, from + ITEMS_A_PAGE)
  return (
    <nav aria-label="Pages of episodes" className="flex items-center justify-end gap-2 pt-4 text-sm text-soft">
      <span className="tabular-nums">
        {(from + 1).toLocaleString('en')} to {to.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      <IconButton label="Earlier page" disabled={page === 0} onClick={() => onTurn(page - 1)}>
        <ChevronLeft className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label="Later page" disabled={page >= last} onClick={() => onTurn(page + 1)}>
        <ChevronRight className="size-4" aria-hidden="true" />
      </IconButton>
    </nav>
  )
}

/** The episodes of an import, a page at a time, all of them or those with one outcome. */
export function ItemTable({ batch, first }: { batch: ImportBatch; first: ImportItemList }) {
  const [status, setStatus] = useState<ItemStatus | undefined>(undefined)
  const [page, setPage] = useState(0)
  const { data, isError, refetch } = useItems(batch, { status, page }, first)
  const choose = (wanted: ItemStatus | undefined) => {
    setStatus(wanted)
    setPage(0)
  }
  return (
    <section aria-labelledby="episodes">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <h2 id="episodes" className="text-xl font-semibold tracking-tight">
          Episodes
        </h2>
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Which episodes</legend>
          {FILTERS.map((filter) => (
            <button
              key={filter.label}
              type="button"
              aria-pressed={filter.status === status}
              onClick={() => choose(filter.status)}
              className="min-h-8 rounded-full border border-hairline px-3 text-sm text-soft hover:border-outline hover:text-ink aria-pressed:border-accent aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-accent"
            >
              {filter.label}
            </button>
          ))}
        </fieldset>
      </div>
      {isError && !data && (
        <p role="alert" className="flex flex-wrap items-center gap-3 border-t border-hairline py-4 text-soft">
          The episodes could not be loaded.
          <Button onClick={() => refetch()}>Try again</Button>
        </p>
      )}
      {data?.items.length === 0 && <p className="border-t border-hairline py-4 text-soft">None of them.</p>}
      <ul>
        {data?.items.map((item) => (
          <ItemRow key={item.guid} item={item} />
        ))}
      </ul>
      <Pages page={page} total={data?.total ?? 0} onTurn={setPage} />
    </section>
  )
}
