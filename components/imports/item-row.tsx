import { Ban, Check, Circle, CircleAlert, LoaderCircle, type LucideIcon } from 'lucide-react'
import Link from 'next/link'
import { formatDay } from '@/components/format-day'
import { classes } from '@/components/ui/classes'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { ImportItem, ItemStatus } from '@/lib/imports/contract'
import { episodeLength } from './episode-length'
import { outcomeWords } from './import-words'
import { words } from './words'

const MARKS: Readonly<Record<ItemStatus, { Icon: LucideIcon; look: string }>> = {
  queued: { Icon: Circle, look: 'text-hairline' },
  in_progress: { Icon: LoaderCircle, look: 'animate-spin text-accent' },
  done: { Icon: Check, look: 'text-accent' },
  failed: { Icon: CircleAlert, look: 'text-failed' },
  skipped: { Icon: Ban, look: 'text-soft' },
}

/** Where the episode can be read: its transcript, or its job while that runs. */
function addressOf({ status, transcript_id, job_id }: ImportItem): string | null {
  const id = status === 'in_progress' ? job_id : transcript_id
  return id === null ? null : `/transcripts/${id}`
}

/** An episode: what it is, and what became of it. */
export function ItemRow({ item }: { item: ImportItem }) {
  const { title, status, published, duration, progress } = item
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
            <ProgressBar value={progress} label={words.progressOf(title)} />
          </div>
        )}
      </div>
      <p className="shrink-0 text-end text-sm text-soft tabular-nums">
        {episodeLength(duration)}
        {published && (
          <time dateTime={published} className="block max-sm:hidden">
            {formatDay(published)}
          </time>
        )}
      </p>
    </li>
  )
}
