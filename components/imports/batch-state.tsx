import { NotifyWhenDone } from '@/components/notices/notify-when-done'
import type { ImportBatch } from '@/lib/imports/contract'
import type { NoticeView } from '@/lib/notices/contract'
import { ProgressRing } from './progress-ring'

type Props = {
  batch: Pick<ImportBatch, 'id' | 'total' | 'done' | 'failed' | 'skipped' | 'note'>
  status: string
  counts: string | null
  /** Null: it has ended, so no notice can come. */
  notices: NoticeView | null
}

/** How far an import or a batch is, and while it runs, whether its end is announced. */
export function BatchState({ batch, status, counts, notices }: Props) {
  return (
    <>
      <div className="flex items-center gap-5 pb-8">
        <ProgressRing batch={batch} large />
        <div role="status" className="min-w-0">
          <p className="text-lg font-medium">{status}</p>
          {counts !== null && <p className="text-soft tabular-nums">{counts}</p>}
          {batch.note && <p className="max-w-[68ch] pt-1 text-soft">{batch.note}</p>}
        </div>
      </div>
      {notices && (
        <div className="-mt-4 pb-6">
          <NotifyWhenDone id={batch.id} notices={notices} />
        </div>
      )}
    </>
  )
}
