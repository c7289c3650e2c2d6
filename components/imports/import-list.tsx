'use client'

import { Rss } from 'lucide-react'
import Link from 'next/link'
import { formatDay } from '@/components/format-day'
import { EmptyNote } from '@/components/site/empty-note'
import { Chip } from '@/components/ui/chip'
import type { ImportBatch } from '@/lib/imports/contract'
import { countsLine } from './import-words'
import { ProgressRing } from './progress-ring'
import { useImports } from './use-import'
import { words } from './words'

function Card({ batch }: { batch: ImportBatch }) {
  const { id, title, source_url, status, note, total, created_at } = batch
  return (
    <li className="relative flex gap-4 rounded-md border border-hairline bg-raised p-4 hover:border-outline">
      <ProgressRing batch={batch} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-medium wrap-anywhere">
            <Link href={`/imports/${id}`} className="rounded-sm after:absolute after:inset-0 after:rounded-md">
              {title ?? source_url}
            </Link>
          </h3>
          <Chip>{words.statuses[status]}</Chip>
        </div>
        {(total > 0 || note === null) && <p className="pt-1 text-sm text-soft tabular-nums">{countsLine(batch)}</p>}
        {note && <p className="max-w-[68ch] pt-1 text-sm text-soft">{note}</p>}
      </div>
      {created_at && (
        <time dateTime={created_at} className="shrink-0 text-sm text-soft max-sm:hidden">
          {formatDay(created_at)}
        </time>
      )}
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

/** Every import as a card, the newest first. */
export function ImportList({ initial }: { initial: ImportBatch[] }) {
  const imports = useImports(initial)
  return (
    <section aria-labelledby="imports" className="pt-10">
      <h2 id="imports" className="pb-4 text-lg font-semibold tracking-tight">
        {words.yours}
      </h2>
      {imports.length === 0 ? (
        <Empty />
      ) : (
        <ul className="flex flex-col gap-3">
          {imports.map((batch) => (
            <Card key={batch.id} batch={batch} />
          ))}
        </ul>
      )}
    </section>
  )
}
