'use client'

import { Rss } from 'lucide-react'
import Link from 'next/link'
import { Moment } from '@/components/format/moment'
import { EmptyNote } from '@/components/site/empty-note'
import { Chip } from '@/components/ui/chip'
import type { Batch } from '@/lib/imports/batches/contract'
import type { ImportBatch } from '@/lib/imports/contract'
import { batchCountsLine, batchStatus, countsLine } from './import-words'
import { ProgressRing } from './progress-ring'
import { useBatches, useImports } from './use-import'
import { words } from './words'

/** The fields of an import or a batch on its card. */
type CardProps = {
  batch: Pick<ImportBatch, 'id' | 'total' | 'done' | 'failed' | 'skipped' | 'note' | 'created_at'>
  title: string
  status: string
  counts: string
  isRunning: boolean
}

function Card({ batch, title, status, counts }: CardProps) {
  const { id, note, total, created_at } = batch
  return (
    <li className="relative flex gap-4 rounded-md border border-hairline bg-raised p-4 hover:border-outline">
      <ProgressRing batch={batch} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-medium wrap-anywhere">
            <Link href={`/imports/${id}`} className="rounded-sm after:absolute after:inset-0 after:rounded-md">
              {title}
            </Link>
          </h3>
          <Chip>{status}</Chip>
        </div>
        {(total > 0 || note === null) && <p className="pt-1 text-sm text-soft tabular-nums">{counts}</p>}
        {note && <p className="max-w-[68ch] pt-1 text-sm text-soft">{note}</p>}
      </div>
      {created_at && <Moment iso={created_at} className="shrink-0 text-sm text-soft max-sm:hidden" />}
    </li>
  )
}

function Empty() {
  return (
    <EmptyNote Icon={Rss} title={words.none}>
      <p>{words.noneHow}</p>
      <p className="pt-2">{words.noneThen}</p>
    </EmptyNote>
  )
}

/** Imports and batches as cards: those in progress first, of each the newest first. */
export function ImportList({ initial, initialBatches }: { initial: ImportBatch[]; initialBatches: Batch[] }) {
  const imports = useImports(initial).map((batch): CardProps => {
    const { title, source_url, status } = batch
    const isRunning = status === 'in_progress'
    return { batch, title: title ?? source_url, status: words.statuses[status], counts: countsLine(batch), isRunning }
  })
  const batches = useBatches(initialBatches).map(
    (batch): CardProps => ({
      batch,
      title: words.batchOf(batch.total),
      status: batchStatus(batch),
      counts: batchCountsLine(batch),
      isRunning: batch.status === 'in_progress',
    }),
  )
  const newestFirst = [...imports, ...batches].sort((a, b) => (a.batch.id < b.batch.id ? 1 : -1))
  const all = [...newestFirst.filter((card) => card.isRunning), ...newestFirst.filter((card) => !card.isRunning)]
  return (
    <section aria-labelledby="imports" className="pt-10">
      <h2 id="imports" className="pb-4 text-lg font-semibold tracking-tight">
        {words.yours}
      </h2>
      {all.length === 0 ? (
        <Empty />
      ) : (
        <ul className="flex flex-col gap-3">
          {all.map((card) => (
            <Card key={card.batch.id} {...card} />
          ))}
        </ul>
      )}
    </section>
  )
}
