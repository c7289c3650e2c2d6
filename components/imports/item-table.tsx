import type { LucideIcon } from 'lucide-react'
import { Ban, Check, ChevronLeft, ChevronRight, Circle, CircleAlert, LoaderCircle } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Moment } from '@/components/format/moment'
import { Button, IconButton } from '@/components/ui/button'
import { CHOICE } from '@/components/ui/chip'
import { classes } from '@/components/ui/classes'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { ImportBatch, ImportItem, ImportItemList, ItemStatus } from '@/lib/imports/contract'
import { measuredProgress } from '@/lib/jobs/progress'
import { episodeLength } from './episode-length'
import { isOfVideos, outcomeWords } from './import-words'
import { ITEMS_A_PAGE } from './items-a-page'
import { isOpen, useItems } from './use-import'
import { useRetry } from './use-retry'
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

/** The fields of an item of an import or a batch in its row. */
export type ItemLine = Pick<
  ImportItem,
  'title' | 'status' | 'reason' | 'error' | 'progress' | 'job_id' | 'transcript_id' | 'published' | 'duration'
> & { key: string; onRetry: (() => void) | null }

type TableProps = {
  heading: string
  /** The items of the page that is shown; null: not loaded yet. */
  items: readonly ItemLine[] | null
  total: number
  hasFailed: boolean
  onReload: () => void
  status: ItemStatus | undefined
  onStatus: (status: ItemStatus | undefined) => void
  page: number
  onPage: (page: number) => void
}

/** The items of an import or a batch, a page at a time, all of them or those with one outcome. */
export function ItemTable({ heading, items, status, onStatus, ...rest }: TableProps) {
  return (
    <section aria-labelledby="episodes">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <h2 id="episodes" className="text-lg font-semibold tracking-tight">
          {heading}
        </h2>
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{words.which}</legend>
          {FILTERS.map((filter) => (
            <button
              key={filter ?? 'all'}
              type="button"
              aria-pressed={filter === status}
              onClick={() => onStatus(filter)}
              className={CHOICE}
            >
              {words.filters[filter ?? 'all']}
            </button>
          ))}
        </fieldset>
      </div>
      {rest.hasFailed && items === null && (
        <p role="alert" className="flex flex-wrap items-center gap-3 border-t border-hairline py-4 text-soft">
          {words.notLoaded}
          <Button onClick={rest.onReload}>{words.retry}</Button>
        </p>
      )}
      {items?.length === 0 && <p className="border-t border-hairline py-4 text-soft">{words.noneOfThem}</p>}
      <ul>
        {items?.map((item) => (
          <ItemRow key={item.key} item={item} />
        ))}
      </ul>
      <Pages page={rest.page} total={rest.total} onTurn={rest.onPage} />
    </section>
  )
}

/** The episodes or videos of an import. */
export function ImportItems({ batch, first }: { batch: ImportBatch; first: ImportItemList }) {
  const [status, setStatus] = useState<ItemStatus | undefined>(undefined)
  const [page, setPage] = useState(0)
  const { data, isError, refetch } = useItems(batch, { status, page }, first)
  const retry = useRetry(batch)
  const lineOf = (item: ImportItem): ItemLine => {
    const onRetry = isOpen(batch) ? null : () => retry.mutate([item.guid])
    return { ...item, key: item.guid, onRetry }
  }
  const choose = (wanted: ItemStatus | undefined) => {
    setStatus(wanted)
    setPage(0)
  }
  return (
    <ItemTable
      heading={isOfVideos(batch) ? words.videoList : words.list}
      items={data?.items.map(lineOf) ?? null}
      total={data?.total ?? 0}
      hasFailed={isError}
      onReload={() => void refetch()}
      status={status}
      onStatus={choose}
      page={page}
      onPage={setPage}
    />
  )
}

const MARKS: Readonly<Record<ItemStatus, { Icon: LucideIcon; look: string }>> = {
  queued: { Icon: Circle, look: 'text-hairline' },
  in_progress: { Icon: LoaderCircle, look: 'animate-spin text-accent' },
  done: { Icon: Check, look: 'text-accent' },
  failed: { Icon: CircleAlert, look: 'text-failed' },
  skipped: { Icon: Ban, look: 'text-soft' },
}

/** The page of an episode: its transcript, or its job while that runs. */
function addressOf({ status, transcript_id, job_id }: ItemLine): string | null {
  const id = status === 'in_progress' ? job_id : transcript_id
  return id === null ? null : `/transcripts/${id}`
}

/** An episode: what it is, and what became of it. */
function ItemRow({ item }: { item: ItemLine }) {
  const { title, status, published, duration, progress, onRetry } = item
  const { Icon, look } = MARKS[status]
  const address = addressOf(item)
  return (
    <li className="flex gap-3 border-t border-hairline py-3">
      <Icon className={classes('mt-1 size-4 shrink-0', look)} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {address ? (
          <Link href={address} className="rounded-sm font-medium wrap-anywhere underline-offset-4 hover:underline">
            {title}
          </Link>
        ) : (
          <span className="font-medium wrap-anywhere">{title}</span>
        )}
        <p className={classes('text-sm', status === 'failed' ? 'text-failed' : 'text-soft')}>{outcomeWords(item)}</p>
        {progress !== null && item.job_id !== null && (
          <div className="max-w-xs pt-2">
            <ProgressBar value={measuredProgress(progress)} label={words.progressOf(title)} />
          </div>
        )}
      </div>
      {status === 'failed' && onRetry && (
        <Button size="small" className="self-start" aria-label={words.retryOf(title)} onClick={onRetry}>
          {words.retry}
        </Button>
      )}
      <p className="shrink-0 text-end text-sm text-soft tabular-nums">
        {episodeLength(duration)}
        {published && <Moment iso={published} className="block max-sm:hidden" />}
      </p>
    </li>
  )
}
