import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CHOICE } from '@/components/ui/choice'
import { IconButton } from '@/components/ui/icon-button'
import type { ImportBatch, ImportItemList, ItemStatus } from '@/lib/imports/contract'
import { ItemRow } from './item-row'
import { ITEMS_A_PAGE } from './items-a-page'
import { useItems } from './use-import'
import { words } from './words'

const FILTERS: readonly (ItemStatus | undefined)[] = [undefined, 'in_progress', 'done', 'failed', 'skipped']

type Turn = { page: number; total: number; onTurn: (page: number) => void }

function Pages({ page, total, onTurn }: Turn) {
  const last = Math.max(0, Math.ceil(total / ITEMS_A_PAGE) - 1)
  if (last === 0) return null
  const from = page * ITEMS_A_PAGE
  const to = Math.min(total, from + ITEMS_A_PAGE)
  return (
    <nav aria-label={words.pages} className="flex items-center justify-end gap-2 pt-4 text-sm text-soft">
      <span className="tabular-nums">{words.range(from + 1, to, total)}</span>
      <IconButton label={words.earlier} disabled={page === 0} onClick={() => onTurn(page - 1)}>
        <ChevronLeft className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label={words.later} disabled={page >= last} onClick={() => onTurn(page + 1)}>
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
        <h2 id="episodes" className="text-lg font-semibold tracking-tight">
          {words.list}
        </h2>
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{words.which}</legend>
          {FILTERS.map((filter) => (
            <button
              key={filter ?? 'all'}
              type="button"
              aria-pressed={filter === status}
              onClick={() => choose(filter)}
              className={CHOICE}
            >
              {words.filters[filter ?? 'all']}
            </button>
          ))}
        </fieldset>
      </div>
      {isError && !data && (
        <p role="alert" className="flex flex-wrap items-center gap-3 border-t border-hairline py-4 text-soft">
          {words.notLoaded}
          <Button onClick={() => refetch()}>{words.retry}</Button>
        </p>
      )}
      {data?.items.length === 0 && <p className="border-t border-hairline py-4 text-soft">{words.noneOfThem}</p>}
      <ul>
        {data?.items.map((item) => (
          <ItemRow key={item.guid} item={item} />
        ))}
      </ul>
      <Pages page={page} total={data?.total ?? 0} onTurn={setPage} />
    </section>
  )
}
