import { useState } from 'react'
import type { Batch, BatchItem, BatchItemList } from '@/lib/imports/batches/contract'
import type { ItemStatus } from '@/lib/imports/contract'
import { type ItemLine, ItemTable } from './item-table'
import { useBatchItems } from './use-import'
import { words } from './words'

function lineOf({ index, title, url, audio, upload, ...item }: BatchItem): ItemLine {
  const given = url ?? audio ?? upload?.split('/').at(-1) ?? ''
  return { ...item, key: `${index}`, title: title ?? given, published: null, duration: null, onRetry: null }
}

/** The links and files of a batch, in the order they were sent. */
export function BatchItems({ batch, first }: { batch: Batch; first: BatchItemList }) {
  const [status, setStatus] = useState<ItemStatus | undefined>(undefined)
  /** The cursors of the pages up to the shown one. */
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  const [page, setPage] = useState(0)
  const { data, isError, refetch } = useBatchItems(batch, { status, cursor: cursors[page] }, first)
  const choose = (wanted: ItemStatus | undefined) => {
    setStatus(wanted)
    setCursors([undefined])
    setPage(0)
  }
  const turn = (to: number) => {
    if (to > page && data?.next_cursor) setCursors([...cursors.slice(0, to), data.next_cursor])
    if (to < page || data?.next_cursor) setPage(to)
  }
  return (
    <ItemTable
      heading={words.batchItems}
      items={data?.items.map(lineOf) ?? null}
      total={status === undefined ? batch.total : batch[status]}
      hasFailed={isError}
      onReload={() => void refetch()}
      status={status}
      onStatus={choose}
      page={page}
      onPage={turn}
    />
  )
}
