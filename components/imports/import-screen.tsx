'use client'

import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { PageHeading } from '@/components/site/page-heading'
import type { ImportBatch, ImportItemList } from '@/lib/imports/contract'
import { CancelButton } from './cancel-button'
import { ImportAgainButton } from './import-again-button'
import { countsLine } from './import-words'
import { ItemTable } from './item-table'
import { ProgressRing } from './progress-ring'
import { isOpen, useImport } from './use-import'
import { words } from './words'

/** An import as it goes on: how far it is, what else there is to say, and its episodes. */
export function ImportScreen({ batch: initial, items }: { batch: ImportBatch; items: ImportItemList }) {
  const batch = useImport(initial)
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
        title={title ?? words.statuses.queued}
        lead={
          <a
            href={source_url}
            rel="noreferrer nofollow"
            className="rounded-sm text-sm wrap-anywhere underline-offset-4 hover:underline"
          >
            {source_url}
          </a>
        }
        action={isOpen(batch) ? <CancelButton batch={batch} /> : <ImportAgainButton batch={batch} />}
      />
      <div className="flex items-center gap-5 pb-8">
        <ProgressRing batch={batch} large />
        <div role="status" className="min-w-0">
          <p className="text-lg font-medium">{words.statuses[status]}</p>
          {total > 0 && <p className="text-soft tabular-nums">{countsLine(batch)}</p>}
          {note && <p className="max-w-[68ch] pt-1 text-soft">{note}</p>}
        </div>
      </div>
      {total > 0 && <ItemTable batch={batch} first={items} />}
    </>
  )
}
