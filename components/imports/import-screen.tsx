'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { ConfirmStep } from '@/components/confirm-step'
import { formatPercent } from '@/components/format/format-percent'
import { announceInBrowser } from '@/components/notices/browser-notice'
import { words as noticeWords } from '@/components/notices/words'
import { problemOf } from '@/components/problem/problem-of'
import { PageHeading } from '@/components/site/page-heading'
import { SourceLink } from '@/components/site/source-link'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { useTabProgress } from '@/components/use-tab-progress'
import { createClient } from '@/lib/api/client'
import { cancelImport, type ImportBatch, type ImportItemList, startImport } from '@/lib/imports/contract'
import type { NoticeView } from '@/lib/notices/contract'
import { BatchState } from './batch-state'
import { countsLine } from './import-words'
import { ImportItems } from './item-table'
import { isOpen, useImport } from './use-import'
import { useRetry } from './use-retry'
import { words } from './words'

type Props = { batch: ImportBatch; items: ImportItemList; notices: NoticeView }

/** The page of an import, which follows its progress: counts, a note and its episodes. */
export function ImportScreen({ batch: initial, items, notices }: Props) {
  const batch = useImport(initial)
  const isRunning = isOpen(batch)
  useTabProgress(
    isRunning && batch.total > 0 ? formatPercent((batch.done + batch.failed + batch.skipped) / batch.total) : null,
  )
  const hasEnded = isOpen(initial) && !isRunning
  const isCancelled = batch.status === 'cancelled'
  const hasFailed = batch.status === 'error'
  useEffect(() => {
    if (!hasEnded || isCancelled) return
    announceInBrowser(batch.id, hasFailed ? noticeWords.importFailed : noticeWords.importDone, batch.title ?? '')
  }, [hasEnded, isCancelled, hasFailed, batch.id, batch.title])
  const { title, source_url, status, total } = batch
  return (
    <>
      <PageHeading
        back={{ href: '/imports', name: words.all }}
        title={title ?? words.reading}
        lead={<SourceLink url={source_url} />}
        action={
          isOpen(batch) ? (
            <CancelButton batch={batch} />
          ) : (
            <div className="flex flex-wrap gap-2">
              {batch.failed > 0 && <RetryButton batch={batch} />}
              <ImportAgainButton batch={batch} />
              <Button asChild>
                <Link href={`/imports/following?url=${encodeURIComponent(source_url)}`}>{words.watchThis}</Link>
              </Button>
            </div>
          )
        }
      />
      <BatchState
        batch={batch}
        status={words.statuses[status]}
        counts={total > 0 ? countsLine(batch) : null}
        notices={isRunning ? notices : null}
      />
      {total > 0 && <ImportItems batch={batch} first={items} />}
    </>
  )
}

function CancelButton({ batch: { id } }: { batch: ImportBatch }) {
  const queries = useQueryClient()
  const cancel = async () => {
    const { body } = await createClient()(cancelImport, { params: { batch_id: id } })
    queries.setQueryData(['import', id], body)
    toast.success(words.cancelled)
  }
  return (
    <ConfirmStep
      label={words.cancel}
      text={words.cancelText}
      confirm={words.cancelDo}
      keep={words.goOn}
      work={cancel}
    />
  )
}

/** Imports once more what failed, and nothing else. */
function RetryButton({ batch }: { batch: ImportBatch }) {
  const again = useRetry(batch)
  return (
    <Button variant="primary" disabled={again.isPending || again.isSuccess} onClick={() => again.mutate(undefined)}>
      {words.retryFailed(batch.failed)}
    </Button>
  )
}

/** Imports the same choice of the same show or list once more: what is new, and what did not come the last time. */
function ImportAgainButton({ batch }: { batch: ImportBatch }) {
  const router = useRouter()
  const again = useMutation({
    mutationFn: async () =>
      (await createClient()(startImport, { body: { url: batch.source_url, ...batch.choice } })).body,
    onSuccess: ({ batch_id }) => router.push(`/imports/${batch_id}`),
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return (
    <Button disabled={again.isPending || again.isSuccess} onClick={() => again.mutate()}>
      {batch.status === 'done' ? words.importNew : words.importAgain}
    </Button>
  )
}
