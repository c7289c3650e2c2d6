'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { ConfirmStep } from '@/components/confirm-step'
import { formatPercent } from '@/components/format/format-percent'
import { announceInBrowser } from '@/components/notices/browser-notice'
import { NotifyWhenDone } from '@/components/notices/notify-when-done'
import { words as noticeWords } from '@/components/notices/words'
import { problemOf } from '@/components/problem/problem-of'
import { PageHeading } from '@/components/site/page-heading'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { useTabProgress } from '@/components/use-tab-progress'
import { createClient } from '@/lib/api/client'
import { cancelImport, type ImportBatch, type ImportItemList, startImport } from '@/lib/imports/contract'
import type { NoticeView } from '@/lib/notices/contract'
import { countsLine } from './import-words'
import { ImportItems } from './item-table'
import { ProgressRing } from './progress-ring'
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
  const { title, source_url, status, note, total } = batch
  return (
    <>
      <Link
        href="/imports"
        className="mb-3 inline-flex items-center gap-1.5 rounded-sm text-sm text-soft hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {words.all}
      </Link>
      <PageHeading
        title={title ?? words.reading}
        lead={
          <a
            href={source_url}
            rel="noreferrer nofollow"
            className="rounded-sm text-sm wrap-anywhere underline-offset-4 hover:underline"
          >
            {source_url}
          </a>
        }
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
      <div className="flex items-center gap-5 pb-8">
        <ProgressRing batch={batch} large />
        <div role="status" className="min-w-0">
          <p className="text-lg font-medium">{words.statuses[status]}</p>
          {total > 0 && <p className="text-soft tabular-nums">{countsLine(batch)}</p>}
          {note && <p className="max-w-[68ch] pt-1 text-soft">{note}</p>}
        </div>
      </div>
      {isRunning && (
        <div className="-mt-4 pb-6">
          <NotifyWhenDone id={batch.id} notices={notices} />
        </div>
      )}
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
