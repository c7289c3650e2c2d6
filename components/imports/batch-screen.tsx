'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ConfirmStep } from '@/components/confirm-step'
import { formatPercent } from '@/components/format/format-percent'
import { announceInBrowser } from '@/components/notices/browser-notice'
import { words as noticeWords } from '@/components/notices/words'
import { problemOf } from '@/components/problem/problem-of'
import { PageHeading } from '@/components/site/page-heading'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { useTabProgress } from '@/components/use-tab-progress'
import { createClient } from '@/lib/api/client'
import {
  type Batch,
  type BatchItem,
  type BatchItemList,
  type BatchItemRequest,
  cancelBatch,
  listBatchItems,
  startBatch,
} from '@/lib/imports/batches/contract'
import type { ItemStatus } from '@/lib/imports/contract'
import type { NoticeView } from '@/lib/notices/contract'
import { BatchState } from './batch-state'
import { batchCountsLine, batchStatus } from './import-words'
import { type ItemLine, ItemTable } from './item-table'
import { ITEMS_A_PAGE } from './items-a-page'
import { isOpen, useBatch, useBatchItems } from './use-import'
import { words } from './words'

type Props = { batch: Batch; items: BatchItemList; notices: NoticeView }

function lineOf({ index, title, url, audio, upload, ...item }: BatchItem): ItemLine {
  const given = url ?? audio ?? upload?.split('/').at(-1) ?? ''
  return { ...item, key: `${index}`, title: title ?? given, published: null, duration: null, onRetry: null }
}

/** The links and files of a batch, in the order they were sent. */
function BatchItems({ batch, first }: { batch: Batch; first: BatchItemList }) {
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

/** The page of a batch, which follows its progress: counts, a note, its items, and its transcripts as files. */
export function BatchScreen({ batch: initial, items, notices }: Props) {
  const batch = useBatch(initial)
  const isRunning = isOpen(batch)
  useTabProgress(isRunning ? formatPercent((batch.done + batch.failed + batch.skipped) / batch.total) : null)
  const hasEnded = isOpen(initial) && !isRunning && batch.status !== 'cancelled'
  useEffect(() => {
    if (hasEnded) announceInBrowser(batch.id, noticeWords.batchDone, words.batchOf(batch.total))
  }, [hasEnded, batch.id, batch.total])
  return (
    <>
      <PageHeading
        back={{ href: '/imports', name: words.all }}
        title={words.batchOf(batch.total)}
        action={isRunning ? <CancelButton batch={batch} /> : <EndedActions batch={batch} />}
      />
      <BatchState
        batch={batch}
        status={batchStatus(batch)}
        counts={batchCountsLine(batch)}
        notices={isRunning ? notices : null}
      />
      <BatchItems batch={batch} first={items} />
    </>
  )
}

function CancelButton({ batch: { id } }: { batch: Batch }) {
  const queries = useQueryClient()
  const cancel = async () => {
    const { body } = await createClient()(cancelBatch, { params: { batch_id: id } })
    queries.setQueryData(['batch', id], body)
    toast.success(words.batchCancelled)
  }
  return (
    <ConfirmStep
      label={words.cancelBatch}
      text={words.cancelText}
      confirm={words.cancelBatch}
      keep={words.keepBatch}
      work={cancel}
    />
  )
}

function EndedActions({ batch }: { batch: Batch }) {
  return (
    <div className="flex flex-wrap gap-2">
      {batch.done > 0 && (
        <Button asChild variant="primary">
          <a href={`/v1/batches/${batch.id}/results.zip`} download>
            <Download className="size-4" aria-hidden="true" />
            {words.downloadAll}
          </a>
        </Button>
      )}
      {batch.failed > 0 && <RetryButton batch={batch} />}
    </div>
  )
}

async function failedItems({ id }: Batch): Promise<BatchItemRequest[]> {
  const found: BatchItemRequest[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: ITEMS_A_PAGE, status: 'failed' as const, ...(cursor ? { cursor } : {}) }
    const { body } = await createClient()(listBatchItems, { params: { batch_id: id }, query })
    for (const { url, audio, upload, lang, format, custom_id } of body.items) {
      found.push({ url, audio, upload, format, custom_id, ...(lang ? { lang } : {}) })
    }
    cursor = body.next_cursor
  }
  return found
}

/** Retries the failed items as a new batch. */
function RetryButton({ batch }: { batch: Batch }) {
  const router = useRouter()
  const again = useMutation({
    mutationFn: async () => (await createClient()(startBatch, { body: { items: await failedItems(batch) } })).body,
    onSuccess: (started) => 'id' in started && router.push(`/imports/${started.id}`),
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return (
    <Button disabled={again.isPending || again.isSuccess} onClick={() => again.mutate()}>
      {words.retryFailed(batch.failed)}
    </Button>
  )
}
